"""The golden playthroughs replay to their digests, and every event of them can be told."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from golden import SEEDS, file_of
from grognard.engine.journal import Journal, replay, verify
from grognard.engine.registry import game

BAUTZEN = game("bautzen")


def test_every_scenario_has_its_playthrough() -> None:
    scenarios = {BAUTZEN.scenario_id(BAUTZEN.load()), *BAUTZEN.scenarios()}
    assert scenarios == set(SEEDS)
    assert all(file_of(name).is_file() for name in SEEDS)


@pytest.mark.parametrize("scenario", SEEDS)
def test_a_playthrough_replays_to_its_digest(scenario: str) -> None:
    """A rule changed on purpose? Then ``make golden``, and look at what differs."""
    journal = Journal.read(file_of(scenario))
    assert journal.get("digest")
    assert journal.get("result") in BAUTZEN.seats
    assert verify(journal) == journal.get("digest")


@pytest.mark.parametrize("scenario", SEEDS)
def test_every_event_of_a_playthrough_is_told_in_both_languages(scenario: str) -> None:
    rulebook, kinds = BAUTZEN.rulebook(), set()
    for step in replay(Journal.read(file_of(scenario)), BAUTZEN):
        for event in step.events:
            kinds.add(event.kind)
            assert rulebook.find(event.rule)
            for seat in (None, 0, 1):
                english = BAUTZEN.describe(step.state, event, "en", seat)
                french = BAUTZEN.describe(step.state, event, "fr", seat)
                assert english.endswith(f"[{event.rule}]")
                assert french.endswith(f"[{event.rule}]")
                assert len(min(english, french, key=len)) > len(event.rule) + 5
    assert len(kinds) > 25


def test_the_playthroughs_are_checked_from_the_shell() -> None:
    root = Path(__file__).parent.parent
    done = subprocess.run(
        [sys.executable, "-m", "tests.golden"], cwd=root, capture_output=True, text=True, check=True
    )
    assert done.stdout.count("standard.txt: ") == 1
