"""A game depends on the seed of its run and on its own number, and on nothing else."""

from __future__ import annotations

import pickle
from typing import TYPE_CHECKING

import pytest

from grognard.bots.levels import UnknownBot
from grognard.engine.registry import game
from grognard.lab import players
from grognard.lab.jobs import GameFailed, play_one, play_some
from grognard.lab.record import Record
from grognard.lab.setting import Setting, prepare

if TYPE_CHECKING:
    from pathlib import Path

TOY = "toygame:OutpostGame"


def toy(seed: int = 3, *, swap: bool = False) -> Setting:
    return prepare(TOY, ("random", "random"), seed=seed, swap=swap)


def test_a_game_is_the_same_in_any_company_and_order() -> None:
    together = play_some(toy(), range(8)).records
    backwards = play_some(toy(), range(7, -1, -1)).records
    assert together == backwards[::-1] == [play_one(toy(), number) for number in range(8)]


def test_games_of_one_run_differ_and_so_do_runs() -> None:
    games = [play_one(toy(), number).digest for number in range(8)]
    others = [play_one(toy(4), number).digest for number in range(8)]
    assert len(set(games)) > 6
    assert games != others


def test_a_bautzen_game_of_bots_is_the_same_twice_and_measured() -> None:
    setting = prepare("bautzen", ("recruit", "random"), seed=1)
    once, again = play_one(setting, 5), play_one(setting, 5)
    assert once == again
    assert once.measure
    assert once.result in ("german", "allied")
    assert once.decisions > 100


def test_players_change_sides_in_every_second_game() -> None:
    setting = prepare("bautzen", ("recruit", "random"), swap=True)
    assert setting.seats(0) == ("recruit", "random")
    assert setting.seats(1) == ("random", "recruit")
    assert prepare("bautzen", ("recruit", "random")).seats(1) == ("recruit", "random")


def test_a_setting_travels_and_comes_back_the_same(tmp_path: Path) -> None:
    (tmp_path / "scenario.toml").write_text("turns = 9\n", "utf-8")
    setting = prepare(TOY, ("random", "random"), scenario=tmp_path, options={"turns": "5"})
    (tmp_path / "scenario.toml").unlink()
    tmp_path.rmdir()
    for twin in (pickle.loads(pickle.dumps(setting)), Setting.from_json(setting.as_json())):
        assert twin == setting
        assert twin.digest == setting.digest
        assert play_one(twin, 1) == play_one(setting, 1)
    assert setting.digest != toy().digest


def test_a_record_is_one_line_and_comes_back_the_same() -> None:
    import json

    record = play_one(prepare("bautzen", ("random", "random")), 0)
    assert "\n" not in record.line()
    assert Record.from_json(json.loads(record.line())) == record


def test_an_error_says_which_game_it_was() -> None:
    setting = prepare(TOY, ("random", "lab.bad_bots:Cheat"), seed=9)
    with pytest.raises(GameFailed, match=r"game 4 of seed 9 .*Cheat.*IllegalAction"):
        play_one(setting, 4)


@pytest.mark.parametrize("name", ["napoleon", "colonel", "no_such_module:Bot"])
def test_somebody_who_does_not_play_a_game_is_refused(name: str) -> None:
    with pytest.raises(UnknownBot):
        players.check(game(TOY), name)


def test_everybody_who_plays_a_game_is_admitted() -> None:
    for name in players.names(game("bautzen")):
        players.check(game("bautzen"), name)
    for name in ("random", "novice"):
        players.check(game(TOY), name)
    players.check(game(TOY), "lab.bad_bots:Cheat")
