"""Matches: sides swapped, a seed for each pair of games, honest intervals."""

from __future__ import annotations

import pytest

from grognard.bots.match import Pairing, Played, main, pairings, play_all, score, wilson

PATTERN = Pairing("bautzen", (), 0)


def played(bots: tuple[str, str], winner: int | None) -> Played:
    """Return a game as if it had been played."""
    return Played(Pairing("bautzen", bots, 1), winner, 10, (0.1, 0.1))


def test_every_seed_is_played_from_both_sides() -> None:
    games = pairings("one", "other", 4, 10, PATTERN)
    assert [(game.bots, game.seed) for game in games] == [
        (("one", "other"), 10),
        (("other", "one"), 10),
        (("one", "other"), 11),
        (("other", "one"), 11),
    ]


def test_the_wilson_interval_of_three_quarters_of_forty() -> None:
    found = wilson(30, 40)
    assert (round(found.low, 4), round(found.high, 4)) == (0.5981, 0.8581)


def test_no_games_say_nothing() -> None:
    assert wilson(0, 0) == (0.0, 0.0, 1.0)


def test_a_score_counts_wins_by_seat_and_a_draw_as_half() -> None:
    games = [
        played(("one", "other"), 0),
        played(("other", "one"), 0),
        played(("one", "other"), None),
        played(("other", "one"), 1),
    ]
    found = score(games)
    assert found.wins == (1.5, 1.0)
    assert found.games == (2, 2)
    assert found.overall.share == pytest.approx(0.625)


def test_the_same_games_come_out_whatever_the_number_of_workers() -> None:
    games = pairings("recruit", "recruit", 4, 1, PATTERN)
    alone = [(done.winner, done.decisions) for done in play_all(games)]
    together = [(done.winner, done.decisions) for done in play_all(games, workers=2)]
    assert alone == together


def test_the_command_plays_a_match_and_says_how_it_went(capsys: pytest.CaptureFixture[str]) -> None:
    main(["recruit", "recruit", "--games", "2"])
    said = capsys.readouterr().out
    assert "recruit against recruit, 2 games" in said
    assert "as german" in said
