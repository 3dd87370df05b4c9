"""The golden playthroughs replay to their digests, and every event of them can be told."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from golden import OLDER, SEEDS, file_of
from grognard.engine.journal import Journal, replay, verify
from grognard.engine.registry import game

BAUTZEN = game("bautzen")


def test_every_scenario_has_its_playthrough() -> None:
    scenarios = {BAUTZEN.scenario_id(BAUTZEN.load()), *BAUTZEN.scenarios()}
    assert scenarios == set(SEEDS)
    assert all(file_of(name).is_file() for name in (*SEEDS, *OLDER))


def test_there_is_a_playthrough_of_every_version_of_the_rules() -> None:
    versions = [Journal.read(file_of(name)).get("rules") for name in (*SEEDS, *OLDER)]
    assert versions == [BAUTZEN.rules_version, *BAUTZEN.older_rules]


@pytest.mark.parametrize("name", [*SEEDS, *OLDER])
def test_a_playthrough_replays_to_its_digest(name: str) -> None:
    """A rule changed on purpose? Then ``make golden``, and look at what differs."""
    journal = Journal.read(file_of(name))
    assert journal.get("digest")
    assert journal.get("result") in BAUTZEN.seats
    assert verify(journal) == journal.get("digest")


@pytest.mark.parametrize("name", [*SEEDS, *OLDER])
def test_every_event_of_a_playthrough_is_told_in_both_languages(name: str) -> None:
    rulebook, kinds = BAUTZEN.rulebook(), set()
    for step in replay(Journal.read(file_of(name)), BAUTZEN):
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
    assert done.stdout.count(".txt: ") == 2
