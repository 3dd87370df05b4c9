"""The golden playthroughs replay to their digests, and every event of them can be told."""

from __future__ import annotations

import pytest

from games.eastfront.golden import SEEDS, file_of
from grognard.engine.game import SPECTATOR
from grognard.engine.journal import Journal, replay, verify
from grognard.engine.registry import game
from grognard.wire.made import fault

LUGA = game("luga")


def test_every_scenario_has_its_playthrough() -> None:
    scenarios = {LUGA.scenario_id(LUGA.load()), *LUGA.scenarios()}
    assert scenarios == set(SEEDS)
    assert all(file_of(name).is_file() for name in SEEDS)


@pytest.mark.parametrize("name", SEEDS)
def test_a_playthrough_replays_to_its_digest(name: str) -> None:
    """A rule changed on purpose? Then ``make golden``, and look at what differs."""
    journal = Journal.read(file_of(name))
    assert verify(journal) == journal.get("digest")


def test_every_event_is_told_in_both_languages_with_a_rule_of_the_book() -> None:
    """1.4, 11.4.3, 15.7 - words, rules and fights that add up, for both sides and a spectator."""
    numbers, kinds, fought = {e.number for e in LUGA.rulebook().entries}, set(), 0
    for name in SEEDS:
        for step in replay(Journal.read(file_of(name)), LUGA):
            for event in step.events:
                kinds.add(event.kind)
                assert event.rule in numbers
                english = LUGA.describe(step.state, event, "en")
                french = LUGA.describe(step.state, event, "fr")
                assert english.endswith(f"[{event.rule}]")
                assert "{" not in english + french
                for seat in (0, 1, SPECTATOR):
                    line = LUGA.tell(step.state, event, "fr", seat)
                    assert not fault(line, "LogLine")
                    if "fought" in line:
                        fought += 1
                        found = line["fought"]
                        lines = found["modifiers"]
                        assert found["modifier"] == sum(one["value"] for one in lines)
                        assert {one["rule"] for one in lines} <= numbers
                assert LUGA.fortune(step.state, event) is None or "die" in event.facts
    assert len(kinds) >= 30
    assert {"overrun", "crossing", "surrender", "combat", "recovery"} <= kinds
    assert fought > 60
