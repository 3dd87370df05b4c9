"""The referee of Bautzen 1945: plays along by its own plain rules and objects to every difference.

Before an answer it holds the options of the game against its own list; after it, every fact of
the position, and the question asked next, against its own. It also checks what must be true of
any position whatever was played. It reads the printed data itself and uses no rule of the game.
"""

from __future__ import annotations

from collections import Counter as Tally
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from games.bautzen import plain_combat, plain_game, plain_rules, plain_setup
from games.bautzen.plain_map import ALLIED, GERMAN, PRINTED, SIDES
from games.bautzen.plain_position import COUNTERS, Asked, Eyes, Plain, Position

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from grognard.engine.game import Action
    from grognard.games.bautzen.state import Bautzen

RULE_OF_QUESTION: Final = {
    "OfferSetUp": "12",
    "SetUpPiece": "12",
    "Movement": "4.1",
    "MoveTo": "4.1",
    "Withdraw": "4.3",
    "WithdrawalThrow": "4.3",
    "Release": "11.3",
    "GermanConvoyThrow": "7.2",
    "ReinforcementThrow": "11.1",
    "Combat": "8.1",
    "Compose": "8.2",
    "DefenceSupport": "9.1",
    "Commit": "8.2.1",
    "Throw": "8.2.6",
    "Trade": "8.5.1",
    "Lose": "8.3",
    "Retreat": "8.5.1",
    "Advance": "8.4",
    "ConvoyThrow": "8.6.3",
    "end": "13",
}
RULE_OF_FACT: Final = {
    "at": "4.1",
    "stacks": "10.3",
    "owner": "7.2",
    "steps": "8.3",
    "waiting": "11.2",
    "control": "13",
    "known": "8.2.2",
    "moved": "4.1",
    "attacked": "8.1",
    "retreated": "8.5.3",
    "supported": "9.1",
    "unsupplied": "7.1",
    "held_back": "11.3",
    "aircraft": "10 air",
    "aircraft_used": "10 air",
    "sealed": "8.2.1",
    "fight": "8.2",
    "turn": "2",
    "segment": "2",
}
PART_OF_MARK: Final = {
    "moved": "movement",
    "attacked": "combat",
    "retreated": "combat",
    "supported": "combat",
    "unsupplied": "",
}
"""The segments in which a mark on a counter means something."""

UNDER_WAY: Final = frozenset({"Withdraw", "WithdrawalThrow", "Retreat", "ConvoyThrow"})
"""While these are asked, a piece may stand where it could not stay."""


class Violation(NamedTuple):
    """A rule that was broken, and how."""

    rule: str
    what: str

    def __str__(self) -> str:
        return f"[{self.rule}] {self.what}"


class Scene(NamedTuple):
    """When something was asked, and of whom; put into words only when it is wanted."""

    turn: int
    segment: str
    asked: Asked
    where: str

    def __str__(self) -> str:
        name, *facts = self.asked
        where = f" from {self.where}" if self.where else ""
        return f"turn {self.turn}, {self.segment}: {name}{_told(facts)}{where}"


class Referee:
    """Follows one game from its first question."""

    def __init__(self, state: Bautzen) -> None:
        self.eyes = Eyes(state.scenario)
        self.game = plain_game.begin()
        self.game.run_on()
        self._sound: object = None
        self.checked: Tally[str] = Tally()
        """How often the full list of options of each question was compared."""

    def judge_options(self, options: Sequence[Action]) -> list[Violation]:
        """Compare the legal answers, as sets, with the referee's own; none may come twice."""
        name = self.game.asked()[0]
        rule = RULE_OF_QUESTION[name]
        self.checked[name] += 1
        offered, expected = set(self.eyes.actions(options)), set(self.game.options())
        found = []
        if len(offered) < len(options):
            found.append(Violation(rule, f"{name} offers an answer twice"))
        if extra := offered - expected:
            found.append(Violation(rule, f"{self._scene()} offers {_listed(extra)}, illegal"))
        if missing := expected - offered:
            found.append(Violation(rule, f"{self._scene()} lacks {_listed(missing)}, legal"))
        return found

    def judge_answer(self, action: Action) -> list[Violation]:
        """Check one answer before it is carried out, without listing all the others."""
        plain = self.eyes.action(action)
        if self._is_legal(plain):
            return []
        rule = RULE_OF_QUESTION[self.game.asked()[0]]
        return [Violation(rule, f"{self._scene()} accepts {plain}, illegal")]

    def _is_legal(self, plain: Plain) -> bool:
        name, *facts = self.game.asked()
        verb, noun = plain
        position, thing = self.game.position, str(noun)
        if verb in ("done", "stay"):
            return name in ("Movement", "MoveTo", "Combat")
        if verb == "move":
            return name == "Movement" and plain_game.may_move(position, facts[0], thing)
        if name == "Movement" and verb == "stack":
            return plain_game.may_move_stack(position, facts[0], thing)
        if name == "Combat" and verb == "attack":
            return plain_combat.may_attack(position, facts[0], thing)
        if name == "MoveTo" and verb == "to":
            side, group = facts
            return thing in plain_rules.reach(position, side, sorted(group), thing)
        if name == "SetUpPiece":
            side, piece = facts
            return verb == "to" and plain_setup.is_legal(position, side, piece, thing)
        return self.game.is_legal(plain)

    def judge_result(self, state: Bautzen, action: Action) -> list[Violation]:
        """Carry the answer out as well, and compare every fact and the next question."""
        plain, scene = self.eyes.action(action), self._scene()
        self.game.answer(plain)
        seen = self.eyes.observe(state)
        wrong = list(differences(self.game.position, seen))
        asked, expected = self.eyes.asked(state), self.game.asked()
        if asked != expected:
            rule = RULE_OF_QUESTION[expected[0]]
            wrong.append(Violation(rule, f"{asked} is asked, {expected} was due"))
        found = [Violation(rule, f"after {plain} to {scene}: {what}") for rule, what in wrong]
        found += self._judge_position(state, seen)
        if not found and not state.stack:
            found += self._judge_winner(state)
        return found

    def _judge_position(self, state: Bautzen, seen: Position) -> list[Violation]:
        """Check what is always true, unless nothing has changed since it was last found so."""
        facts = (
            [bytes(state.where), bytes(state.steps), state.stacks[:], state.owned[:]],
            [state.held[:], state.convoys_at[:], state.control[:], state.waiting[:]],
            [
                state.held_back,
                state.aircraft,
                state.aircraft_used,
                self.game.asked()[0] in UNDER_WAY,
            ],
        )
        if facts == self._sound:
            return []
        self._sound = facts
        return invariants(self.eyes, state, seen)

    def _judge_winner(self, state: Bautzen) -> list[Violation]:
        winner, expected = state.winner(), plain_game.winner(self.game.position)
        if winner is not None and SIDES[winner] == expected:
            return []
        return [Violation("13", f"the winner is {winner}, {expected} was due")]

    def _scene(self) -> Scene:
        position, asked = self.game.position, self.game.asked()
        where = position.at.get(min(asked[2]), "off the map") if asked[0] == "MoveTo" else ""
        return Scene(position.turn, position.segment, asked, where)


def _told(facts: Sequence[Any]) -> str:
    return repr([sorted(fact) if isinstance(fact, frozenset) else fact for fact in facts])


def _listed(actions: set[Plain]) -> str:
    return ", ".join(f"{verb} {noun}" for verb, noun in sorted(actions, key=str))


FACTS_OF: Final = attrgetter(*RULE_OF_FACT)
SETTLING: Final = frozenset({"segment", "owner", "steps"})
"""The facts on which it depends what counts of the others."""


def _settled(position: Position, name: str) -> Any:
    """What counts of a fact: marks on counters that are gone, or of another segment, do not."""
    if name in PART_OF_MARK:
        if not position.segment.endswith(PART_OF_MARK[name]):
            return set()
        return {piece for piece in getattr(position, name) if piece in position.owner}
    if name == "held_back":
        return {piece for piece in position.held_back if position.steps[piece]}
    if name == "known":
        return {
            side: {
                piece
                for piece in known
                if position.owner.get(piece, side) != side and COUNTERS[piece].is_unit
            }
            for side, known in position.known.items()
        }
    return getattr(position, name)


def differences(expected: Position, seen: Position) -> Iterator[Violation]:
    """Compare two positions fact by fact.

    A fact that is the same in both needs no settling, as long as what settles it is the same too.
    """
    facts = zip(RULE_OF_FACT, FACTS_OF(expected), FACTS_OF(seen), strict=True)
    unlike = [name for name, ours, theirs in facts if ours != theirs]
    if not SETTLING.isdisjoint(unlike):
        unlike = list(RULE_OF_FACT)
    for name in unlike:
        ours, theirs = _settled(expected, name), _settled(seen, name)
        if ours != theirs:
            yield Violation(RULE_OF_FACT[name], f"{name} {_difference(ours, theirs)}")


def _difference(ours: object, theirs: object) -> str:
    if isinstance(ours, dict) and isinstance(theirs, dict):
        keys = [key for key in {**ours, **theirs} if ours.get(key) != theirs.get(key)]
        parts = [f"{key}: {theirs.get(key)!r}, not {ours.get(key)!r}" for key in keys]
        return "; ".join(parts)
    if isinstance(ours, set) and isinstance(theirs, set):
        return f"has {sorted(theirs - ours)} too many and lacks {sorted(ours - theirs)}"
    return f"is {theirs!r}, not {ours!r}"


def invariants(eyes: Eyes, state: Bautzen, seen: Position) -> list[Violation]:
    """What is true of every position, however it came about."""
    found = list(_indexes(eyes, state, seen))
    found += _counters(seen)
    is_under_way = bool(state.stack) and type(state.question).__name__ in UNDER_WAY
    found += _hexes(seen, is_under_way)
    return found


def _indexes(eyes: Eyes, state: Bautzen, seen: Position) -> Iterator[Violation]:
    """The facts that the game keeps twice agree."""
    by_hex = [0] * len(state.stacks)
    for bit, hex_ in zip(eyes.bits, state.where, strict=True):
        if hex_ >= 0:
            by_hex[hex_] |= bit
    if by_hex != state.stacks:
        yield Violation("index", "stacks do not agree with where")
    owned = [eyes.pieces(state.owned[number]) for number in range(2)]
    if owned[0] & owned[1]:
        yield Violation("index", f"both sides own {sorted(owned[0] & owned[1])}")
    if owned[0] | owned[1] != seen.at.keys():
        yield Violation("index", "owned does not agree with where")
    for number, side in enumerate(SIDES):
        columns = {seen.at[piece] for piece in seen.convoys(side)}
        if eyes.region(state.held[number]) != seen.held(side):
            yield Violation("index", f"held of the {side} side is wrong")
        if eyes.region(state.convoys_at[number]) != columns:
            yield Violation("index", f"convoys_at of the {side} side is wrong")
        if seen.waiting[side] & seen.at.keys():
            yield Violation("11.2", "a counter waits to enter and is on the map")
    if state.control[0] & state.control[1]:
        yield Violation("13", "both sides control a hex")


def _misprinted(piece: str, steps: int, owner: str) -> Iterator[Violation]:
    """What is printed on a counter against its being on the map like this."""
    counter = COUNTERS[piece]
    if counter.kind == "air":
        yield Violation("10 air", f"{piece} is on the map")
    if not 1 <= steps <= counter.steps:
        yield Violation("8.3", f"{piece} is on the map with {steps} steps")
    if counter.side not in ("either", owner):
        yield Violation("1.2", f"{piece} fights for the {owner} side")


MAY_BE_ON_MAP: Final = frozenset(
    (piece, steps, owner)
    for piece, counter in COUNTERS.items()
    for steps in range(counter.steps + 1)
    for owner in SIDES
    if not list(_misprinted(piece, steps, owner))
)
"""The counters as they may be on the map: with how many steps, and whose."""


def _counters(seen: Position) -> Iterator[Violation]:
    """Counters keep to what is printed on them."""
    steps, owners = map(seen.steps.__getitem__, seen.at), map(seen.owner.__getitem__, seen.at)
    on_map = set(zip(seen.at, steps, owners, strict=True))
    for wrong in on_map - MAY_BE_ON_MAP:
        yield from _misprinted(*wrong)
    for piece in seen.held_back & seen.at.keys():
        if PRINTED.row(seen.at[piece]) >= 5:
            yield Violation("11.3", f"{piece} is held back, but in {seen.at[piece]}")
    for side in SIDES:
        if len(seen.convoys(side)) > 4:
            yield Violation("7.2.2", f"the {side} side has more than 4 supply columns")
    if not seen.aircraft_used <= seen.aircraft:
        yield Violation("10 air", "aircraft are used that have not come")
    if any(COUNTERS[piece].side != ALLIED for piece in seen.aircraft) or len(seen.aircraft) > 3:
        yield Violation("10 air", f"aircraft {sorted(seen.aircraft)}")


def _hexes(seen: Position, is_under_way: bool) -> Iterator[Violation]:
    """Hexes hold one side, units that may stack, and belong to whoever stands there."""
    if is_under_way:
        return
    for place in seen.taken(GERMAN) & seen.taken(ALLIED):
        yield Violation("4.1", f"both sides are in {place}")
    for side in SIDES:
        for place in seen.held(side):
            if seen.control.get(place) != side:
                yield Violation("13", f"{place} is held but not controlled")
    for place, stack in seen.stacks.items():
        if len(stack) > 1 and not plain_rules.may_stack(stack):
            yield Violation("5.4", f"{stack} may not share {place}")
        if seen.segment == "setup" and plain_rules.points(stack) > plain_rules.limit(place):
            yield Violation("5.2", f"{place} is over-stacked at set-up")
