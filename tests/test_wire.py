"""What is made from the types of the contract is up to date; the check of values finds faults."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import get_type_hints

import pytest

import grognard.wire
from grognard.engine.game import apply
from grognard.engine.registry import game
from grognard.wire import __main__ as command
from grognard.wire.definitions import definitions, fields_of, kind_of
from grognard.wire.made import fault, schemas, typescript
from toygame import OutpostGame

ROOT = Path(__file__).parents[1]
BAUTZEN_WORDS = re.compile(
    r"\b(bautzen|german|allied|soviet|polish|guards|(?<!anti-)aircraft|convoys?|panzer|dresden|crt)\b",
    re.IGNORECASE,
)


def test_what_is_made_from_the_types_is_up_to_date() -> None:
    """Stale? Then ``make wire``."""
    assert command.stale(ROOT) == []


def test_the_command_says_what_is_stale_and_writes_it(tmp_path: Path) -> None:
    for name in command.FILES:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, tmp_path / name)
    script = tmp_path / "web/src/game/types.ts"
    script.write_text("// old", encoding="utf-8")

    def run(*words: str) -> subprocess.CompletedProcess[str]:
        line = [sys.executable, "-m", "grognard.wire", *words]
        path = {"PYTHONPATH": str(ROOT / "src")}
        return subprocess.run(line, cwd=tmp_path, capture_output=True, text=True, env=path)

    assert (run("--check").returncode, script.read_text(encoding="utf-8")) == (1, "// old")
    assert run().stdout == "wrote web/src/game/types.ts\n"
    assert run("--check").returncode == 0


def test_every_type_that_is_exported_is_described() -> None:
    assert set(grognard.wire.__all__) == set(definitions())
    text = typescript()
    for name, made in definitions().items():
        assert f"export type {name} " in text or f"export interface {name} " in text
        if made.alias is None:
            kind = getattr(grognard.wire, name)
            assert {field.name for field in fields_of(made)} == set(get_type_hints(kind))
            required = {field.name for field in fields_of(made) if field.is_required}
            assert required == kind.__required_keys__
        assert made.doc, f"{name} says nothing of itself"


def test_schemas_point_only_to_schemas() -> None:
    known = schemas()
    named = re.findall(r"#/components/schemas/(\w+)", str(known))
    assert named
    assert set(named) <= set(known)


@pytest.mark.parametrize(
    ("value", "name", "said"),
    [
        ({"rule": "4.1"}, "Reason", "Reason lacks text"),
        ({"rule": "", "text": "", "words": ""}, "Reason", "has 'words', which Reason does not"),
        ({"p": "1/6", "value": True}, "Figure", "Figure.value is True, not float"),
        ([], "Reason", "is no Reason but []"),
        ({"en": 3}, "Names", "Names.en is 3, not str"),
        ({"hex": "0101", "points": "5"}, "Crowding", "Crowding.points is '5', not int"),
        ("sideways", "Closed", "not one of choice, segment, turn"),
        ({"pieces": "A", "used": []}, "SeenPool", "is no list but 'A'"),
    ],
)
def test_a_value_that_does_not_fit_is_named_with_its_place(
    value: object, name: str, said: str
) -> None:
    assert said in fault(value, name)


def test_values_that_fit_have_no_fault() -> None:
    assert fault({"p": "1/6", "value": 1}, "Figure") == ""
    assert fault({"a": [1, None, {"b": 2.5}]}, "Plain") == ""
    assert fault([["to", 7]], "BotView") != ""
    assert kind_of(definitions()["BotView"].fields[0].kind) is not None


def test_the_view_says_what_is_being_asked_about() -> None:
    """Attacks begun on two hexes look different to whoever composes them, and to nobody else."""
    bautzen = game("bautzen")
    state = bautzen.start(bautzen.load())
    for words in ("ready 0", "ready 0"):
        apply(state, bautzen.read_action(state, words))
    while bautzen.view(state, 0).question != {"kind": "Combat", "rule": "8.1"}:
        apply(state, state.options()[-1])
    seat, attacks = state.seat, [one for one in state.options() if one.verb == "attack"]
    assert len(attacks) > 1
    views = []
    for attack in attacks:
        twin = state.copy()
        apply(twin, attack)
        asked = bautzen.view(twin, seat).question
        assert asked is not None
        assert asked["target"] == bautzen.hex_name(state, attack.noun)
        assert asked["joined"] == []
        apply(twin, twin.options()[0])
        joined = bautzen.view(twin, seat).question
        assert joined is not None
        assert len(joined["joined"]) == 1
        views.append((bautzen.view(twin, seat).encode(), bautzen.view(twin, 1 - seat).encode()))
    mine, theirs = zip(*views, strict=True)
    assert len(set(mine)) == len(attacks)
    assert len(set(theirs)) == 1


def test_no_line_outside_the_games_names_what_only_bautzen_has() -> None:
    """The examples of --help and of docstrings name a game and its sides; nothing else does."""
    client = [
        *(ROOT / "web" / "src").rglob("*.ts"),
        *(ROOT / "web" / "src").rglob("*.svelte"),
    ]
    assert len(client) > 40
    for file in client:
        if file.name != "types.ts":
            assert not BAUTZEN_WORDS.findall(file.read_text(encoding="utf-8")), file
    package = ROOT / "src" / "grognard"
    for part in ("engine", "bots", "lab", "server", "wire"):
        for file in (package / part).rglob("*.py"):
            found = set(BAUTZEN_WORDS.findall(file.read_text(encoding="utf-8").lower()))
            assert found <= {"bautzen", "crt"}, (file, found)


def test_the_toy_game_gives_what_a_board_needs() -> None:
    outpost = OutpostGame()
    printed = outpost.printed(outpost.load())
    assert fault(printed, "Printed") == ""
    assert printed["map"] is not None
    assert len(printed["map"]["hexes"]) == 25
    assert len(printed["pieces"]) == 6
