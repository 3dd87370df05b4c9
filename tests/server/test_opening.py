"""How ``grognard serve`` begins: a browser for whoever can see it, garbage seldom looked at."""

from __future__ import annotations

import gc
from typing import TYPE_CHECKING

import pytest
import uvicorn

from grognard.cli import main
from grognard.server import offers, serving
from grognard.server.serving import SELDOM, collect_seldom, has_screen

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize(
    ("environ", "platform", "shown"),
    [
        ({"DISPLAY": ":0"}, "linux", True),
        ({"WAYLAND_DISPLAY": "wayland-0"}, "linux", True),
        ({}, "linux", False),
        ({}, "darwin", True),
        ({}, "win32", True),
        ({"CI": "true", "DISPLAY": ":0"}, "linux", False),
        ({"CI": "true"}, "darwin", False),
    ],
)
def test_a_browser_is_opened_only_where_there_is_a_screen(
    environ: dict[str, str], platform: str, shown: bool
) -> None:
    assert has_screen(environ, platform) is shown


def test_what_was_loaded_is_never_looked_at_again_and_everything_seldom() -> None:
    """Else, in a house full of games, nobody is answered for a fifth of a second, ever again."""
    before, frozen = gc.get_threshold(), gc.get_freeze_count()
    try:
        collect_seldom()
        assert gc.get_freeze_count() - frozen > 10_000
        assert gc.get_threshold() == SELDOM
        young, middle, old = SELDOM
        assert young * middle * old >= 10_000_000
        assert gc.isenabled()
    finally:
        gc.unfreeze()
        gc.set_threshold(*before)


def test_the_games_are_read_before_anybody_comes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So nobody waits for it, and it is among what is never looked at again."""
    done: list[str] = []
    for module, name in ((offers, "all_games"), (serving, "collect_seldom")):
        monkeypatch.setattr(module, name, lambda name=name: done.append(name))
    monkeypatch.setattr(uvicorn.Server, "run", lambda *_given, **_named: done.append("run"))
    file = str(tmp_path / "games.sqlite")
    assert main(["serve", "--port", "0", "--database", file]) == 0
    assert done == ["all_games", "collect_seldom", "run"]
