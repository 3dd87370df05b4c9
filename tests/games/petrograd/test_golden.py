"""The golden playthroughs replay to their digests, and every event of them can be told."""

from __future__ import annotations

import pytest

from games.petrograd.golden import SEEDS, file_of
from grognard.engine.game import SPECTATOR
from grognard.engine.journal import Journal, replay, verify
from grognard.engine.registry import game
from grognard.wire.made import fault

PETROGRAD = game("petrograd")


def test_every_scenario_has_its_playthrough() -> None:
    scenarios = {PETROGRAD.scenario_id(PETROGRAD.load()), *PETROGRAD.scenarios()}
    assert scenarios == set(SEEDS)
    assert all(file_of(name).is_file() for name in SEEDS)


@pytest.mark.parametrize("name", SEEDS)
def test_a_playthrough_replays_to_its_digest(name: str) -> None:
    """A rule changed on purpose? Then ``make golden``, and look at what differs."""
    journal = Journal.read(file_of(name))
    assert verify(journal) == journal.get("digest")


def test_every_event_is_told_in_both_languages_with_a_rule_of_the_book() -> None:
    """1.7, 8.2.4 - words, rules and combats that add up, for both sides and a spectator."""
    numbers, kinds, fought = {e.number for e in PETROGRAD.rulebook().entries}, set(), 0
    for name in SEEDS:
        for step in replay(Journal.read(file_of(name)), PETROGRAD):
            for event in step.events:
                kinds.add(event.kind)
                assert event.rule in numbers
                english = PETROGRAD.describe(step.state, event, "en")
                french = PETROGRAD.describe(step.state, event, "fr")
                assert english.endswith(f"[{event.rule}]")
                assert english != french
                for seat in (0, 1, SPECTATOR):
                    line = PETROGRAD.tell(step.state, event, "fr", seat)
                    assert not fault(line, "LogLine")
                    if "fought" in line:
                        fought += 1
                        found = line["fought"]
                        lines = found["modifiers"]
                        assert found["modifier"] == sum(one["value"] for one in lines)
    assert len(kinds) >= 25
    assert fought > 60
