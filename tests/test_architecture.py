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


TOLD = {
    *("Area", "Battle", "Gain", "Piece", "Reach", "Reason", "Segment", "Supply", "Throw"),
    *("Turn", "Victory"),
}
"""Names of a game's things by which the contract tells of them."""
IN_GAMES = {
    "Board": "the board of the kit, with what Bautzen prints on it",
    "Kind": "a kind of counter, as the contract says of ground",
    "March": "a plan of movement, in the kit of any units, in Petrograd of troops",
}
"""Names that a game gives to a class beside another package, and why they mean the same."""
ELSEWHERE = {
    "Advance": "the question who advances, after a combat",
    "Answers": "the answers to a question, in words",
    "Attack": "an attack on the charts, and the question for it",
    "Battle": "the attack being fought",
    "BeginRetreat": "the procedure before a retreat",
    "Blow": "to blow a bridge, which is asked under this name in saved games; a blow in plans",
    "Box": "what a loader has read so far",
    "Combat": "the question for an attack, asked under this name in saved games; and its sums",
    "CombatPhase": "the procedure of that phase",
    "Compose": "the question who joins an attack",
    "Draw": "how places draw units, for opponents",
    "Force": "what attacks or defends together",
    "Gain": "what one more column, support or unit would add",
    "GoOn": "going on after a success: an overrun, an advance",
    "Kind": "the kind of a counter",
    "Lose": "the question which counter loses a step",
    "Movement": "the question which counter moves",
    "Piece": "a counter as printed",
    "Result": "a cell of the combat table",
    "Side": "a side of the war",
    "Summary": "what an attack comes to, in a few figures",
    "Tables": "the tables as printed",
    "Unit": "a unit in the sums of an attack",
    "Weights": "what a step, a hex or a unit is worth, when supports are named",
    "Withdraw": "leaving before an enemy: along zones, or out of a fight",
}
"""Names that games give to classes of rooms called otherwise, and what each stands for."""


def classes(*folders: Path) -> dict[str, list[tuple[str, str]]]:
    """Return the package, or the game, and the room of every class, by its name."""
    found: dict[str, list[tuple[str, str]]] = {}
    for folder in folders:
        for file in sorted(folder.rglob("*.py")):
            text = file.read_text(encoding="utf-8")
            for name in re.findall(r"^class (\w+)", text, re.MULTILINE):
                found.setdefault(name, []).append((folder.name, file.stem))
    return found


def test_a_name_has_one_meaning() -> None:
    """Outside of games every class has a name of its own, or one of those above."""
    places = classes(*(PACKAGE / floor for floor in FLOORS))
    twice = {name: where for name, where in places.items() if len(where) > 1}
    assert {name: where for name, where in twice.items() if name not in SHARED} == {}
    assert set(SHARED) <= set(twice), "this list names what is not there any more"


def games() -> list[Path]:
    return sorted(file.parent for file in (PACKAGE / "games").glob("*/__init__.py"))


def test_a_name_has_one_meaning_in_a_game_too() -> None:
    """No game has a name twice, or one that the rest of the house uses for something else."""
    house = classes(*(PACKAGE / floor for floor in FLOORS))
    beside = set[str]()
    for game in games():
        own = classes(game)
        assert {name: where for name, where in own.items() if len(where) > 1} == {}, game.name
        beside |= own.keys() & house.keys()
    assert beside - TOLD == IN_GAMES.keys(), "one name, one meaning"
    told = {name for name in beside & TOLD if {floor for floor, _ in house[name]} == {"wire"}}
    assert told == TOLD


def test_games_have_the_same_names_for_the_same_things() -> None:
    """A name that two games have stands in rooms of the same name, or in the list above."""
    found = {
        name: {room for _, room in where}
        for name, where in classes(*games()).items()
        if len(where) > 1
    }
    assert {name for name, rooms in found.items() if len(rooms) > 1} == ELSEWHERE.keys()
