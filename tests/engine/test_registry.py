"""Games are found by id or by place; a game's names go both ways."""

from __future__ import annotations

import os
import subprocess
import sys
from importlib.metadata import EntryPoint
from typing import TYPE_CHECKING

import pytest

from grognard.engine import places, registry
from grognard.engine.game import CHANCE, Action
from grognard.engine.registry import Game, UnknownGame, game, games, system
from toygame import Outpost, OutpostGame, Scenario

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@pytest.fixture(autouse=True)
def _forget_games() -> Iterator[None]:
    system.cache_clear()
    yield
    system.cache_clear()


@pytest.fixture
def toy() -> OutpostGame:
    return OutpostGame()


@pytest.fixture
def start(toy: OutpostGame) -> Outpost:
    return toy.start(Scenario())


def test_a_game_is_found_by_the_place_of_its_class_and_made_once() -> None:
    found = game("toygame:OutpostGame")
    assert found.id == "outpost"
    assert game("toygame:OutpostGame") is found


def test_an_installed_package_adds_a_game_by_entry_point(monkeypatch: pytest.MonkeyPatch) -> None:
    def entry_points(*, group: str) -> list[EntryPoint]:
        return [EntryPoint("outpost", "toygame:OutpostGame", group)]

    monkeypatch.setattr(places, "entry_points", entry_points)
    assert "outpost" in games()
    assert game("outpost").titles["fr"] == "Avant-poste"


@pytest.fixture
def unnamed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let nobody have named a game yet."""
    monkeypatch.setenv(places.VARIABLE, "")


def test_a_game_that_the_caller_names_is_known_by_its_id_here_and_in_his_processes(
    unnamed: None,
) -> None:
    assert "outpost" not in games()
    found = registry.offer("toygame:OutpostGame")
    assert registry.offer("toygame:OutpostGame") is found
    assert os.environ[places.VARIABLE] == "outpost=toygame:OutpostGame"
    assert "outpost" in games()
    assert registry.known_game("outpost").titles == found.titles
    asked = "from grognard import game; print(game('outpost').titles['fr'])"
    told = subprocess.run(
        [sys.executable, "-c", asked],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert told.stdout.strip() == "Avant-poste"


def test_a_game_cannot_take_the_id_of_another(
    unnamed: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(OutpostGame, "id", "bautzen")
    with pytest.raises(UnknownGame, match="calls itself bautzen, which is another game already"):
        registry.offer("toygame:OutpostGame")


def test_a_wrong_name_in_the_environment_is_refused(
    unnamed: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(places.VARIABLE, "outpost")
    with pytest.raises(ValueError, match="'outpost' is not written id=module:Class"):
        games()


def test_a_built_in_game_is_only_imported_when_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry.BUILT_IN, "missing", "no_such_package:Game")
    assert "missing" in games()
    with pytest.raises(UnknownGame, match="no_such_package"):
        game("missing")


def test_an_unknown_game_is_told_the_known_ids(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry.BUILT_IN, "outpost", "toygame:OutpostGame")
    with pytest.raises(UnknownGame, match=r"no game 'outpots'; known games: .*outpost"):
        game("outpots")


@pytest.mark.parametrize("place", ["toygame:Nothing", "toygame:", "no_such_module:Game", ":Game"])
def test_a_place_without_a_game_is_refused(place: str) -> None:
    with pytest.raises(UnknownGame, match="there is no game at"):
        game(place)


def test_what_is_not_a_game_is_refused() -> None:
    with pytest.raises(UnknownGame, match="is not a game but a HexMap"):
        game("toygame:BOARD")


@pytest.mark.parametrize(
    ("action", "text"),
    [
        (Action("arrange", 2), "arrange 213"),
        (Action("move", 4), "move B2"),
        (Action("to", 7), "to 0202"),
        (Action("commit", 1), "commit 1"),
        (Action("pass"), "pass"),
    ],
)
def test_an_action_is_written_and_read_by_the_noun_of_its_verb(
    toy: OutpostGame, start: Outpost, action: Action, text: str
) -> None:
    assert toy.write_action(start, action) == text
    assert toy.read_action(start, f"  {text} ") == action


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("march R1", "there is no verb 'march'"),
        ("move R9", "there is no counter 'R9'"),
        ("to 0909", "there is no hex 0909"),
        ("arrange 321 now", "arrange takes one of 123"),
        ("commit many", "'many' is not a whole number"),
        ("commit", "'' is not a whole number"),
        ("pass on", "nothing comes after pass"),
    ],
)
def test_a_misread_action_says_why(
    toy: OutpostGame, start: Outpost, text: str, reason: str
) -> None:
    with pytest.raises(ValueError, match=reason):
        toy.read_action(start, text)


def test_seats_have_names_and_so_has_chance(toy: OutpostGame) -> None:
    assert [toy.seat_name(seat) for seat in (0, 1, CHANCE)] == ["red", "blue", "chance"]


def test_a_scenario_is_found_by_name_or_the_known_ones_are_told(
    toy: OutpostGame, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "scenario.toml").write_text('name = "siege"\nturns = 30\n')
    monkeypatch.setattr(toy, "scenarios", lambda: {"siege": tmp_path})
    assert toy.find("skirmish") == Scenario()
    assert toy.find("siege").turns == 30
    with pytest.raises(LookupError, match="no scenario 'raid'; it has: siege, skirmish"):
        toy.find("raid")


def test_a_scenario_directory_is_checked_by_loading_it(toy: OutpostGame, tmp_path: Path) -> None:
    file = tmp_path / "scenario.toml"
    assert toy.check(tmp_path) == [f"{file}:1: this file is missing"]
    file.write_text('name = "siege"\n')
    assert toy.check(tmp_path) == []
    file.write_text('name = "siege"\nterns = 3\n')
    assert toy.check(tmp_path) == [f"{file}:2: a scenario has no terns"]


def test_a_game_without_options_rules_or_pieces_says_so(toy: OutpostGame, start: Outpost) -> None:
    with pytest.raises(ValueError, match="outpost has no option fog"):
        Game.configure(toy, Scenario(), {"fog": "yes"})
    assert Game.configure(toy, Scenario(), {}) == Scenario()
    assert Game.invariants(toy, start) == []
    assert toy.rulebook().entries == ()
    with pytest.raises(NotImplementedError, match="names no pieces"):
        Game.piece_name(toy, start, 0)
