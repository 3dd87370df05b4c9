"""The page on architecture names every room of the house, and every page finds its way there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "src" / "grognard"
DOCS = ROOT / "docs"
FLOORS = ("wire", "engine", "kit", "bots", "lab", "server", "commands")
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted(DOCS.glob("*.md"))]


def part_on(floor: str) -> str:
    """Return what the page says of a package."""
    page = (DOCS / "architecture.md").read_text(encoding="utf-8")
    return page.partition(f"**`{floor}/`**")[2].partition("\n**`")[0]


@pytest.mark.parametrize("floor", FLOORS)
def test_every_room_is_named(floor: str) -> None:
    rooms = {
        file.stem for file in (PACKAGE / floor).rglob("*.py") if "migrations" not in file.parts
    }
    named = set(re.findall(r"`([a-z_]+)`", part_on(floor)))
    assert len(rooms) > 5
    assert rooms - {"__init__", "__main__"} <= named, "say in docs/architecture.md what it is for"


def test_every_package_of_the_house_is_on_the_page_and_in_the_readme() -> None:
    packages = {folder.parent.name for folder in PACKAGE.glob("*/__init__.py")}
    assert packages >= {*FLOORS, "games"}
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    page = (DOCS / "architecture.md").read_text(encoding="utf-8")
    for package in packages:
        assert f"**`{package}/`**" in page
        assert f"src/grognard/{package}/" in readme


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_link_of_a_page_leads_somewhere(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    links = re.findall(r"\]\(([^)#\s]+)(?:#[^)]*)?\)", text)
    missing = [
        link for link in links if "://" not in link and not (page.parent / link).resolve().exists()
    ]
    assert missing == []


SHARED = {
    "Table": "bots tell a seat's decision by the same word as the server its game",
    "Chance": "a throw in a tree of choices, and as it is told",
    "Change": "as it is told",
    "Factor": "as it is told",
    "Figure": "as it is told",
    "Modifier": "as it is told",
    "Note": "as it is told",
    "Outlook": "as it is told",
    "Prompt": "as it is told",
    "Zones": "as they are told",
}
"""Names that two packages outside of games give to a class, and why they mean the same."""


def test_a_name_has_one_meaning() -> None:
    """Games have the same rooms and so the same names; what they share means one thing."""
    places: dict[str, list[str]] = {}
    for floor in FLOORS:
        for file in (PACKAGE / floor).rglob("*.py"):
            for name in re.findall(r"^class (\w+)", file.read_text(encoding="utf-8"), re.MULTILINE):
                places.setdefault(name, []).append(f"{floor}/{file.name}")
    twice = {name: where for name, where in places.items() if len(where) > 1}
    assert {name: where for name, where in twice.items() if name not in SHARED} == {}
    assert set(SHARED) <= set(twice), "this list names what is not there any more"
