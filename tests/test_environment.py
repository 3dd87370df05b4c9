"""The tests come out the same in any environment; and a server refuses settings that are wrong."""

from __future__ import annotations

import os
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import TYPE_CHECKING, Any

from grognard.cli import main

if TYPE_CHECKING:
    import pytest

HERE = Path(__file__).parent


def conftest() -> Any:
    spec = spec_from_file_location("neutral_conftest", HERE / "conftest.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_nothing_of_whoever_runs_the_tests_is_left() -> None:
    odd = {
        "GROGNARD_GAMES": "zz=zz:Z",
        "GROGNARD_LIMITS": "requests=1",
        "GROGNARD_TEST_POSTGRES": "kept",
        "LANGUAGE": "fr",
        "LC_ALL": "fr_FR.UTF-8",
        "FORCE_COLOR": "1",
        "COLUMNS": "41",
        "TZ": "Pacific/Kiritimati",
        "HTTP_PROXY": "http://127.0.0.1:9",
        "all_proxy": "socks5://127.0.0.1:9",
        "PATH": "kept",
    }
    kept = {"GROGNARD_TEST_POSTGRES": "kept", "PATH": "kept"}
    assert conftest().neutral(odd) == {**kept, "LC_ALL": "C.UTF-8", "LANG": "C.UTF-8"}
    left = [name for name in os.environ if name.startswith("GROGNARD_")]
    assert [name for name in left if not name.startswith(conftest().KEPT)] == []
    assert "TZ" not in os.environ


def test_a_server_does_not_begin_with_a_game_that_is_not_there(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setenv("GROGNARD_GAMES", "ghost=no_such_package:Ghost")
    assert main(["serve", "--port", "0", "--database", str(tmp_path / "games.sqlite")]) == 2
    assert "no_such_package" in capsys.readouterr().err
    assert not (tmp_path / "games.sqlite").exists()
