"""The golden playthroughs replay to their digests, and every event of them can be told."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from golden import GOLDEN, Golden
from grognard.engine.game import SPECTATOR
from grognard.engine.journal import Journal, replay, verify
from grognard.engine.registry import game
from grognard.wire.made import fault

EVENTS = {
    "bautzen": {"combat", "retreated", "advanced"},
    "petrograd": {"combat", "retreated", "advanced"},
    "luga": {"overrun", "crossing", "surrender", "combat", "recovery"},
}
"""By game: kinds of event that its playthroughs must hold."""
RECORDED = [(golden, name) for golden in GOLDEN.values() for name in golden.names]
games = pytest.mark.parametrize("golden", GOLDEN.values(), ids=GOLDEN)
recorded = pytest.mark.parametrize(("golden", "name"), RECORDED)


@games
def test_every_scenario_and_version_of_the_rules_has_its_playthrough(golden: Golden) -> None:
    played = game(golden.game)
    scenarios = {played.scenario_id(played.load()), *played.scenarios()}
    assert scenarios == set(golden.seeds)
    assert all(golden.file(name).is_file() for name in golden.names)
    versions = {Journal.read(golden.file(name)).get("rules") for name in golden.names}
    assert versions == {played.rules_version, *played.older_rules}


@recorded
def test_a_playthrough_replays_to_its_digest(golden: Golden, name: str) -> None:
    """A rule changed on purpose? Then ``make golden``, and look at what differs."""
    journal = Journal.read(golden.file(name))
    assert journal.get("digest")
    assert journal.get("result") in (*game(golden.game).seats, "draw")
    assert verify(journal) == journal.get("digest")


@games
def test_every_event_is_told_in_both_languages_with_a_rule_of_the_book(golden: Golden) -> None:
    """Words, rules and combats that add up, for both sides and a spectator."""
    played, kinds, fought = game(golden.game), set(), 0
    rulebook = played.rulebook()
    for name in golden.names:
        for step in replay(Journal.read(golden.file(name)), played):
            for event in step.events:
                kinds.add(event.kind)
                assert rulebook.find(event.rule)
                for seat in (None, 0, 1):
                    english = played.describe(step.state, event, "en", seat)
                    french = played.describe(step.state, event, "fr", seat)
                    assert english.endswith(f"[{event.rule}]")
                    assert french.endswith(f"[{event.rule}]")
                    assert english != french
                    assert "{" not in english + french
                    assert len(min(english, french, key=len)) > len(event.rule) + 5
                for seat in (0, 1, SPECTATOR):
                    line = played.tell(step.state, event, "fr", seat)
                    assert not fault(line, "LogLine")
                    if "fought" in line and line["fought"]["modifiers"]:
                        fought += 1
                        found = line["fought"]
                        assert found["modifier"] == sum(one["value"] for one in found["modifiers"])
                        assert all(rulebook.find(one["rule"]) for one in found["modifiers"])
                fortune = played.fortune(step.state, event)
                assert fortune is None or "die" in event.facts or "dice" in event.facts
    assert len(kinds) >= 25
    assert kinds >= EVENTS[golden.game]
    assert fought > 60


def test_the_playthroughs_are_checked_from_the_shell() -> None:
    root = Path(__file__).parent.parent
    for words, count in ([], len(RECORDED)), (["luga"], len(GOLDEN["luga"].names)):
        done = subprocess.run(
            [sys.executable, "-m", "tests.golden", *words],
            cwd=root,
            capture_output=True,
            text=True,
            check=True,
        )
        assert done.stdout.count(".txt: ") == count
