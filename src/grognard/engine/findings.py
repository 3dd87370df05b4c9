"""What the conformance kit demands of a game, and what it found."""

from __future__ import annotations

from collections import Counter
from dataclasses import asdict, dataclass, field
from typing import Any, Final, NamedTuple

CHECKS: Final = {
    "dead-end": "every question that is asked has a seat and an answer",
    "duplicate-option": "no answer is offered twice",
    "stability": "asking twice, or asking a copy, gives the same answers and changes nothing",
    "copy": "a copy is equal, notes no events, and playing on it leaves the original alone",
    "illegal": "what is not offered is refused and changes nothing",
    "names": "every answer can be written, journalled and read back",
    "view": "a view shows its seat's options alone, and nothing that the seat cannot know",
    "answers": "every answer is told as it is: what it names, whether it throws or reveals",
    "spectator": "whoever watches is shown what every seat may know, and asked nothing",
    "contract": "what is printed, seen, asked and told fits the types of the contract",
    "reveals": "what a seat learns from its own answer is counted as a reveal",
    "routine": "an answer given for its player throws nothing, reveals nothing and ends nothing",
    "undo": "undo restores everything and stops at throws, reveals and changes of side",
    "position": "a position written as text is read back as the same position",
    "invariants": "what the game says must always hold does",
    "length": "the game ends",
    "result": "a finished game has a winner of its own, or none",
    "replay": "the journal replays to the same states",
    "crash": "nothing else goes wrong",
}
"""The name of every check, and what it demands."""


@dataclass(frozen=True)
class Sampling:
    """How thoroughly to check."""

    every: int = 8
    """Costly checks are made at one step in this many, on the average, and at the first."""
    limit: int = 50_000
    """A game must end within so many decisions."""
    steps: int = 60
    """How far a game goes on when it is played on a copy."""
    draws: int = 3
    """How often the hidden facts are drawn anew for a seat at a step."""
    names: int = 20
    """How many answers are written and read back at a step."""


class Finding(NamedTuple):
    """A promise that was broken, and where to see it again."""

    check: str
    seed: int
    step: int
    message: str

    def __str__(self) -> str:
        return f"{self.check}: seed {self.seed}, step {self.step}: {self.message}"


@dataclass
class ConformanceReport:
    """What the checks of one game found."""

    game: str
    scenario: str
    games: int = 0
    decisions: int = 0
    longest: int = 0
    seconds: float = 0.0
    permuted: int = 0
    """How often drawing the hidden facts anew changed the position; 0 where nothing is hidden."""
    checked: Counter[str] = field(default_factory=Counter)
    findings: list[Finding] = field(default_factory=list)

    @property
    def ok(self) -> bool:
        """Whether no promise was broken."""
        return not self.findings

    @property
    def failed(self) -> set[str]:
        """The names of the checks that failed."""
        return {finding.check for finding in self.findings}

    def as_json(self) -> dict[str, Any]:
        """Return the report for a program."""
        findings = [finding._asdict() for finding in self.findings]
        return asdict(self) | {"checked": dict(self.checked), "ok": self.ok, "findings": findings}

    def text(self) -> str:
        """Return the report for a person: a line per check, then the findings."""
        rows = [
            f"{self.game}, {self.scenario}: {self.games} games, {self.decisions} decisions, "
            f"the longest game {self.longest}, in {self.seconds:.1f} s; "
            f"hidden facts drawn anew {self.permuted} times"
        ]
        for check, demand in CHECKS.items():
            verdict = "FAILED" if check in self.failed else "ok"
            rows.append(f"{verdict:>6}  {check:<16} {self.checked[check]:>7} x  {demand}")
        return "\n".join([*rows, *map(str, self.findings)])
