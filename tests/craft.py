"""Play games of Bautzen and count how well each side handles its army.

    python -m tests.craft --players colonel,colonel --games 20 --seed 60000
    python -m tests.craft --players colonel,colonel --games 20 --old DIRECTORY

Counted are units out of supply when their side attacks, by turn; headquarters and guns lost; supply
columns received, spent and lost; attacks, those at 1/1 or worse, and combats near Bautzen. With
--old both players are of an earlier version, whose checkout is named, under its readings.
"""

from __future__ import annotations

import argparse
import sys
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random
from time import process_time
from typing import TYPE_CHECKING, Final

sys.path.insert(0, str(Path(__file__).resolve().parent))

from grognard.bots.bot import Table
from grognard.bots.clock import Clock
from grognard.bots.levels import make_bot
from grognard.engine.game import CHANCE, apply
from grognard.engine.registry import game as game_named
from grognard.games.bautzen.measure import reason
from grognard.games.bautzen.printed import Scenario, Side
from grognard.games.bautzen.state import Bautzen
from grognard.games.bautzen.victory import standing
from grognard.lab.statistics import wilson
from old_match import READINGS, Follower

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from grognard.engine.game import Action, Event, State

BAUTZEN: Final = game_named("bautzen")
NEAR: Final = 3
"""How near to Bautzen a combat is fought at Bautzen."""
EVEN: Final = 1
"""The column of 1/1."""


@dataclass
class Hand:
    """How one side handled its army in one game or, added up, in several."""

    units: list[int] = field(default_factory=lambda: [0] * 6)
    hungry: list[int] = field(default_factory=lambda: [0] * 6)
    """By turn: units on the map when the side attacks, and those of them out of supply."""
    headquarters: int = 0
    guns: int = 0
    steps: int = 0
    """Headquarters, artillery and steps lost."""
    received: int = 0
    spent: int = 0
    wasted: int = 0
    """Supply columns received, spent, and taken or destroyed by the enemy."""
    attacks: int = 0
    even: int = 0
    near: int = 0
    """Attacks on units, those at 1/1 or worse after all shifts, and those near Bautzen."""

    def add(self, other: Hand) -> None:
        """Add what was counted in another game."""
        for name, value in vars(other).items():
            mine = getattr(self, name)
            if isinstance(value, list):
                setattr(self, name, [a + b for a, b in zip(mine, value, strict=True)])
            else:
                setattr(self, name, mine + value)


class Craft:
    """Counts in one game."""

    def __init__(self, state: Bautzen) -> None:
        self.state, self.hands = state, (Hand(), Hand())
        self.city: list[int] = []
        """At the end of each turn: hexes of Bautzen that the German side controls or encircles."""
        self.steps = bytearray(state.steps)
        scenario = state.scenario
        board, city = scenario.board.map, scenario.victory.city
        self.near = {h for h in board.hexes if min(board.distance(h, c) for c in city) <= NEAR}

    def count(self, event: Event) -> None:
        """Count one event of the game."""
        facts, state = event.facts, self.state
        match event.kind:
            case "turn" | "victory":
                self.city.append(len(standing(state).city))
            case "segment" if facts["segment"] == "combat":
                hand, side = self.hands[facts["side"]], facts["side"]
                units = state.owned[side] & state.scenario.units
                hand.units[state.turn - 1] += units.bit_count()
                hand.hungry[state.turn - 1] += (units & state.unsupplied).bit_count()
            case "combat":
                hand = self.hands[facts["side"]]
                hand.attacks += 1
                hand.even += facts["sums"].column <= EVEN
                hand.near += facts["hex"] in self.near
            case "convoys":
                self.hands[facts["side"]].received += facts["number"]
            case "convoy_spent":
                self.hands[facts["side"]].spent += 1
            case "convoy_captured" | "convoy_destroyed":
                self.hands[1 - facts["side"]].wasted += 1
            case "eliminated" | "flipped":
                self._lose(self.hands[facts["side"]], facts["pieces"])

    def _lose(self, hand: Hand, pieces: Sequence[int]) -> None:
        scenario, steps = self.state.scenario, self.state.steps
        for piece in pieces:
            hand.steps += self.steps[piece] - steps[piece]
            self.steps[piece] = steps[piece]
            if not steps[piece]:
                hand.headquarters += scenario.headquarters >> piece & 1
                hand.guns += scenario.artillery >> piece & 1


def play(state: Bautzen, choose: Sequence[Callable[[State], Action]], seed: str) -> Craft:
    """Play a game to its end and return what was counted."""
    dice, craft = Random(f"dice {seed}"), Craft(state)
    while not state.is_over:
        options = state.options()
        if state.seat == CHANCE:
            answer = options[int(dice.random() * len(options))]
        else:
            answer = choose[state.seat](state)
        state.events = []
        for follower in choose:
            if isinstance(follower, Old):
                follower.tell(f"apply {BAUTZEN.write_action(state, answer)}")
        apply(state, answer)
        for event in state.events:
            craft.count(event)
    return craft


class Old(Follower):
    """A player of an earlier version."""

    def __call__(self, state: State) -> Action:
        """Return its answer."""
        return self.choose(state)


class New:
    """A player of this version."""

    def __init__(self, name: str, seat: int, seed: str, clock: Clock) -> None:
        self.bot, self.clock, self.seat = make_bot(name, BAUTZEN, seat, seed), clock, seat

    def __call__(self, state: State) -> Action:
        """Return its answer."""
        return self.bot.choose(Table(BAUTZEN, state, self.seat, self.clock))


def changed(scenario: Scenario, words: Sequence[str]) -> Scenario:
    """Return a scenario with weights changed, each written as ``colonel.german.losses=0.8``."""
    opponents = scenario.opponents
    styles = {level: list(pair) for level, pair in opponents.styles.items()}
    for word in words:
        name, _, value = word.partition("=")
        level, side, *path = name.split(".")
        seat = Side[side.upper()]
        style = styles[level][seat]
        if path[0] == "worth":
            worth = style.worth._replace(**{path[1]: float(value)})
            styles[level][seat] = replace(style, worth=worth)
        else:
            kind = type(getattr(style, path[0]))
            styles[level][seat] = replace(style, **{path[0]: kind(value)})
    found = {level: (pair[0], pair[1]) for level, pair in styles.items()}
    return replace(scenario, opponents=replace(opponents, styles=found))


def table(games: int, hands: Sequence[Hand]) -> str:
    """Return the counts as lines of a table, means for a game."""
    lines = [f"| a game, mean of {games} | German | Allied |", "|---|---|---|"]

    def row(name: str, count: Callable[[Hand], str]) -> None:
        lines.append(f"| {name} | {count(hands[0])} | {count(hands[1])} |")

    def share(part: float, whole: float) -> str:
        return f"{part / whole:.0%}" if whole else "-"

    row(
        "units out of supply when they attack, by turn",
        lambda hand: ", ".join(map(share, hand.hungry, hand.units)),
    )
    row("headquarters lost", lambda hand: f"{hand.headquarters / games:.1f}")
    row("artillery lost", lambda hand: f"{hand.guns / games:.1f}")
    row("steps lost", lambda hand: f"{hand.steps / games:.1f}")
    row(
        "supply columns received, spent, lost to the enemy",
        lambda h: f"{h.received / games:.1f}, {h.spent / games:.1f}, {h.wasted / games:.1f}",
    )
    row("attacks", lambda hand: f"{hand.attacks / games:.1f}")
    row("of them at 1/1 or worse", lambda hand: share(hand.even, hand.attacks))
    row(f"within {NEAR} hexes of Bautzen", lambda hand: share(hand.near, hand.attacks))
    return "\n".join(lines)


def main(words: Sequence[str] | None = None) -> int:
    """Play the games and print what was counted."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--players", default="colonel,colonel", help="German, Allied")
    parser.add_argument("--games", type=int, default=10)
    parser.add_argument("--seed", type=int, default=60000)
    parser.add_argument("--nodes", type=int, default=300)
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--weight", action="append", default=[], metavar="LEVEL.SIDE.NAME=VALUE")
    parser.add_argument("--old", type=Path, help="a checkout of an earlier version, for both")
    given = parser.parse_args(words)
    options = READINGS if given.old else dict(word.split("=", 1) for word in given.option)
    scenario = BAUTZEN.configure(BAUTZEN.load(), options)
    assert isinstance(scenario, Scenario)
    scenario = changed(scenario, given.weight)
    hands, won, began = (Hand(), Hand()), 0, process_time()
    city = [0] * scenario.turns
    for number in range(given.games):
        seed = f"{given.seed}/{number}"
        state = BAUTZEN.start(scenario)
        assert isinstance(state, Bautzen)
        choose: list[Callable[[State], Action]] = []
        for seat, name in enumerate(given.players.split(",")):
            clock = Clock(nodes=given.nodes)
            if given.old:
                choose.append(Old(given.old, name, seat, seed, clock))
            else:
                choose.append(New(name, seat, seed, clock))
        craft = play(state, choose, seed)
        for player in choose:
            if isinstance(player, Old):
                player.leave()
        for hand, found in zip(hands, craft.hands, strict=True):
            hand.add(found)
        city = [a + b for a, b in zip(city, craft.city[1:], strict=True)]
        won += state.winner() == Side.GERMAN
        print(f"{number + 1}: {reason(state, standing(state))}", file=sys.stderr, flush=True)
    rate = wilson(won, given.games)
    print(table(given.games, hands))
    shown = ", ".join(f"{count / given.games:.1f}" for count in city)
    print(f"hexes of Bautzen controlled or encircled at the end of each turn: {shown}")
    fought = sum(hand.attacks for hand in hands)
    near = sum(hand.near for hand in hands)
    print(
        f"German side won {won} of {given.games}, {rate.value:.0%} ({rate.low:.0%} to "
        f"{rate.high:.0%}); combats near Bautzen {near / max(1, fought):.0%} of {fought}; "
        f"{(process_time() - began) / given.games:.1f} s of processor a game"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
