"""A bot in a file of the current folder is found, and what is wrong with it is told with place."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[2] / "src"
TESTS = Path(__file__).parents[1]
PROGRAM = "import sys; sys.path.remove(''); from grognard.cli import main; sys.exit(main())"
"""As the installed command begins: without the current folder among those of modules."""
SOUND = """\
from grognard.bots.bot import Bot


class Mine(Bot):
    name = "mine"

    def __init__(self, game, seat, rng):
        self.rng = rng

    def choose(self, table):
        return table.options[0]
"""
SPOILT = SOUND.replace("return table.options[0]", 'raise ValueError("no idea")')


def run(folder: Path, bot: str, *words: str) -> subprocess.CompletedProcess[str]:
    (folder / "my_bot.py").write_text(bot, encoding="utf-8")
    line = ("simulate", "toygame:OutpostGame", "--games", "4", "--players", "my_bot:Mine,random")
    return subprocess.run(
        [sys.executable, "-c", PROGRAM, *line, *words],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(map(str, (SOURCE, TESTS)))},
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )


@pytest.mark.parametrize("workers", ["1", "2"])
def test_a_bot_in_the_current_folder_plays(tmp_path: Path, workers: str) -> None:
    done = run(tmp_path, SOUND, "--json", "--workers", workers)
    assert (done.returncode, done.stderr) == (0, "")
    facts = json.loads(done.stdout)
    assert (facts["players"], facts["games"]) == (["my_bot:Mine", "random"], 4)


@pytest.mark.parametrize(
    ("bot", "code", "told"),
    [
        (SPOILT, 1, "ValueError: no idea (my_bot.py, line 11, in choose)"),
        (SOUND.replace("return table", "__import__('json').loads('x')"), 1, "line 11, in choose)"),
        (SOUND.replace("self.rng", "self.rng.x"), 2, "rng): AttributeError"),
        (SOUND.replace("self.rng", "self.rng.x"), 2, "(my_bot.py, line 8, in __init__)"),
        (SOUND.replace("class Mine(Bot):", "class Mine(Bot:"), 2, "(my_bot.py, line 4)"),
        (SOUND.replace("bots.bot import", "bots.boot import"), 2, "(my_bot.py, line 1)"),
        (SOUND.replace("class Mine", "class Yours"), 2, "has no attribute 'Mine'"),
        ("1 / 0\n", 2, "ZeroDivisionError: division by zero (my_bot.py, line 1)"),
    ],
)
def test_an_error_of_a_bot_says_where(tmp_path: Path, bot: str, code: int, told: str) -> None:
    done = run(tmp_path, bot)
    assert done.returncode == code
    assert told in done.stderr
    assert "Traceback" not in done.stderr


def test_a_bot_that_is_nowhere_is_said_to_be_looked_for_here(tmp_path: Path) -> None:
    done = run(tmp_path, SOUND, "--players", "no_bot:Mine,random")
    assert done.returncode == 2
    assert f"no module no_bot in {tmp_path}" in done.stderr
