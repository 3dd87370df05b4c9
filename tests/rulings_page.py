"""The page `docs/rulings.md`, made from the games' rulings: ``python -m tests.rulings_page``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from grognard.engine.rulebook import read_rulings, read_title

if TYPE_CHECKING:
    from collections.abc import Iterator

    from grognard.engine.rulebook import Ruling

ROOT = Path(__file__).parent.parent
GAMES = ROOT / "src" / "grognard" / "games"
PAGE = ROOT / "docs" / "rulings.md"

OPENING = """\
# Rulings

How we play what the printed rules leave open or contradict. Comment nous jouons ce que les règles
imprimées taisent, ou disent de deux façons.

Each ruling has an id that rules reference, log and tests cite. Where an option is named, a scenario
may choose the other reading. This page is made from the `rulings.toml` of each game: change it
there, then run `python -m tests.rulings_page`."""


def page() -> str:
    """Return the whole page."""
    files = sorted(file for file in GAMES.rglob("rulings.toml") if "scenarios" not in file.parts)
    sections = (section(file) for file in files)
    return "\n\n".join([OPENING, *sections]) + "\n"


def section(file: Path) -> str:
    """Return the rulings of one game."""
    paragraphs = (line for ruling in read_rulings(file) for line in paragraphs_of(ruling))
    return "\n\n".join([f"## {read_title(file)['en']}", *paragraphs])


def paragraphs_of(ruling: Ruling) -> Iterator[str]:
    """Yield the heading of a ruling, then its words and its reason in both languages."""
    yield f"### {ruling.id}: {', '.join(ruling.rules)}"
    yield f"{ruling.text['en']} *Why: {ruling.reason['en']}*"
    yield f"{ruling.text['fr']} *Pourquoi : {ruling.reason['fr']}*"
    if ruling.option:
        yield f"Option: `{ruling.option}`"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
