"""`make audit` never passes what it could not look up."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from auditing import FAULTY, UNKNOWN, WELL, main, of_client, of_python

if TYPE_CHECKING:
    from pathlib import Path

SOUND = {"name": "rich", "version": "15.0.0", "vulns": []}
FAULT = {"id": "PYSEC-1", "fix_versions": ["2.1"]}
WRONG = {"name": "uvicorn", "version": "2.0", "vulns": [FAULT]}
SKIPPED = {"name": "alembic", "skip_reason": "Dependency not found on PyPI"}
QUIET = {"metadata": {"vulnerabilities": {"total": 0}}, "vulnerabilities": {}}
LOUD = {
    "metadata": {"vulnerabilities": {"total": 1}},
    "vulnerabilities": {"vite": {"severity": "high"}},
}


@pytest.mark.parametrize(
    ("packages", "code", "words"),
    [
        ([SOUND], WELL, "1 Python packages: no known fault"),
        ([SOUND, WRONG], FAULTY, "uvicorn 2.0: PYSEC-1, mended in 2.1"),
        ([SOUND, WRONG, SKIPPED], FAULTY, "uvicorn 2.0"),
        ([SOUND, SKIPPED], UNKNOWN, "NOT CHECKED: 1 of 2 Python packages (alembic): the list"),
        ([], UNKNOWN, "NOT CHECKED: no Python package"),
    ],
)
def test_python_packages(packages: list[Any], code: int, words: str) -> None:
    verdict = of_python(json.dumps({"dependencies": packages}))
    assert verdict.code == code
    assert words in verdict.words


@pytest.mark.parametrize("text", ["", "no JSON", "[]", "{}"])
def test_no_answer_is_no_praise(text: str) -> None:
    assert of_python(text).code == of_client(text).code == UNKNOWN


@pytest.mark.parametrize(
    ("told", "code", "words"),
    [
        (QUIET, WELL, "no known fault"),
        (LOUD, FAULTY, "vite: high"),
        ({"message": "405 Method Not Allowed"}, UNKNOWN, "the npm registry: 405 Method"),
        ({"error": {"summary": "no network"}}, UNKNOWN, "the npm registry: no network"),
    ],
)
def test_packages_of_the_client(told: dict[str, Any], code: int, words: str) -> None:
    verdict = of_client(json.dumps(told))
    assert verdict.code == code
    assert words in verdict.words


def test_both_lists_are_asked_and_the_tools_are_not_believed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Both tools say that all is well, by their exit codes, when they have looked nothing up."""
    for name, told in {"pip-audit": {"dependencies": [SKIPPED]}, "npm": {"message": "off"}}.items():
        (tmp_path / "said").mkdir(exist_ok=True)
        (tmp_path / "said" / name).write_text(json.dumps(told))
        tool = tmp_path / name
        tool.write_text(f"#!/bin/sh\ncat {tmp_path}/said/{name}\nexit 0\n")
        tool.chmod(0o755)
    npm = [str(tmp_path / "npm")], "/usr/bin:/bin"
    monkeypatch.setattr("auditing._npm", lambda: npm)
    assert main([str(tmp_path / "pip-audit")]) == UNKNOWN
    first, second = capsys.readouterr().out.splitlines()
    assert first.startswith("NOT CHECKED: 1 of 1 Python packages (alembic)")
    assert second == "NOT CHECKED: the packages of the client: the npm registry: off"
    monkeypatch.setattr("auditing._npm", lambda: ([str(tmp_path / "none")], ""))
    assert main([str(tmp_path / "none")]) == UNKNOWN
    assert "cannot be run: No such file" in capsys.readouterr().out
