"""A referee that plays along: it reads a position as names and judges every answer by plain rules.

What it needs of a position it takes from the arrays of the state alone; what the rules say it
finds in `plain_rules` and `plain_fight`, which share no code with the game.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from games.eastfront import plain_fight, plain_rules
from games.eastfront.plain_fight import Fight
from games.eastfront.plain_map import (
    CHARTS,
    MOTORISED,
    NEAR,
    PIECES,
    WATER,
    is_a,
    number,
    other,
    room,
    weight,
)
from games.eastfront.plain_rules import Plain
from grognard.engine.bits import numbers

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from grognard.engine.game import Action
    from grognard.games.eastfront.state import Luga

MARKS: Final = (
    *("emergency", "unsupplied", "overrun", "inoperational", "moved", "group", "activated"),
    *("reserved", "reacted", "fired"),
)
USES: Final = ("activations", "reactions", "orders_given")
SIDES: Final = ("german", "soviet")
PIECE_VERBS: Final = ("move", "with", "activate", "join", "support", "lose", "advance", "react")
HEX_VERBS: Final = ("to", "attack", "also", "withdraw", "overrun", "resolve", "convert")


NOBODY: Final[frozenset[str]] = frozenset()
COLUMNS: Final = CHARTS["combat"]["columns"]


class Violation(NamedTuple):
    """Something that the plain rules do not agree with."""

    what: str
    detail: str

    def __str__(self) -> str:
        return f"{self.what}: {self.detail}"


class Eyes:
    """Reads a state as names."""

    def __init__(self, state: Luga) -> None:
        self.ids = [piece.id for piece in state.scenario.pieces]
        self.names = state.material.map.names
        self._named: dict[int, frozenset[str]] = {}

    def pieces(self, bits: int) -> frozenset[str]:
        return frozenset(self.ids[piece] for piece in numbers(bits)) if bits else NOBODY

    def hexes(self, bits: int) -> frozenset[str]:
        """Return names of hexes, remembered: most sets of them change seldom."""
        if bits not in self._named:
            self._named[bits] = frozenset(self.names[hex_] for hex_ in numbers(bits))
        return self._named[bits]

    def plain(self, state: Luga) -> Plain:
        """Return the position in names."""
        from grognard.games.eastfront.printed import WEATHERS
        from grognard.games.eastfront.state import SEGMENTS

        where = {
            id_: self.names[state.where[piece]]
            for piece, id_ in enumerate(self.ids)
            if state.where[piece] >= 0
        }
        bridges = state.scenario.ground.bridges
        return Plain(
            turn=state.turn,
            segment=SEGMENTS[state.segment],
            weather=WEATHERS[state.weather],
            lingering=state.lingering,
            west_open=state.west_open,
            where=where,
            steps=dict(zip(self.ids, state.steps, strict=True)),
            marks={mark: self.pieces(getattr(state, mark)) for mark in MARKS},
            control={side: self.hexes(state.control[n]) for n, side in enumerate(SIDES)},
            attack_supply={side: state.attack_supply[n] for n, side in enumerate(SIDES)},
            air={side: state.air[n] for n, side in enumerate(SIDES)},
            began=self.hexes(state.began),
            destroyed=self.hexes(state.destroyed),
            breached=self.hexes(state.breached),
            converted=self.hexes(state.converted),
            blown=frozenset(
                frozenset(self.names[hex_] for hex_ in bridges[n]) for n in numbers(state.blown)
            ),
            used={
                use: {
                    id_: getattr(state, use)[piece]
                    for piece, id_ in enumerate(self.ids)
                    if getattr(state, use)[piece]
                }
                for use in USES
            },
        )

    def answer(self, action: Action) -> tuple[str, str]:
        """Return an answer as verb and name."""
        verb, noun = action
        if verb in PIECE_VERBS:
            return verb, self.ids[noun]
        return verb, self.names[noun] if verb in HEX_VERBS else str(noun)


class Referee:
    """Judges the options and the results of one game."""

    def __init__(self, state: Luga) -> None:
        self.eyes = Eyes(state)
        self.checked: Counter[str] = Counter()

    # Options

    def judge(
        self, state: Luga, options: Sequence[Action], *, reads: bool = False
    ) -> list[Violation]:
        """Compare all answers, the position, and supply where it is wanted."""
        now = self.eyes.plain(state)
        found = self.judge_options(state, options, now) + self.always(state, now)
        return found + self.judge_reading(state, now) if reads else found

    def judge_options(
        self, state: Luga, options: Sequence[Action], now: Plain | None = None
    ) -> list[Violation]:
        """Compare all answers to a question with those of the plain rules."""
        question: Any = state.question
        kind = type(question).__name__
        expect: Callable[[Plain, Any], set[tuple[str, str]] | None] | None = getattr(
            self, f"_{kind.lower()}", None
        )
        if expect is None:
            return []
        self.state = state
        wanted = expect(now or self.eyes.plain(state), question)
        if wanted is None:
            return []
        self.checked[kind] += 1
        found = {self.eyes.answer(action) for action in options}
        if found == wanted:
            return []
        return [
            Violation(
                kind,
                f"{question}: not legal {sorted(found - wanted)}, missing {sorted(wanted - found)}",
            )
        ]

    def _side(self) -> str:
        return SIDES[self.state.seat]

    def _free(self, now: Plain, side: str) -> list[str]:
        """2, 10.1 - who may still move in the phase."""
        return [
            id_
            for id_ in now.of(side)
            if plain_rules.allowance(now, id_)
            and not now.has("moved", id_)
            and not now.has("reserved", id_)
        ]

    def _movement(self, now: Plain, question: Any) -> set[tuple[str, str]]:
        return {("move", id_) for id_ in self._free(now, self._side())} | {("done", "0")}

    def _moveto(self, now: Plain, question: Any) -> set[tuple[str, str]] | None:
        group = sorted(now.marks["group"])
        if now.marks["moved"] & set(group) or self.state.spent:
            return None
        goals = plain_rules.reach(now, group)
        here = now.where[group[0]]
        beside = [id_ for id_ in self._free(now, self._side()) if now.where[id_] == here]
        found = {("to", hex_) for hex_ in goals} | {("stay", "0")}
        found |= {("with", id_) for id_ in set(beside) - set(group)}
        return found | {("overrun", hex_) for hex_ in self._overruns(now, group)}

    def _overruns(self, now: Plain, group: list[str]) -> set[str]:
        left = min(plain_rules.allowance(now, id_) for id_ in group)
        return plain_fight.overruns(now, set(group), left)

    def _activation(self, now: Plain, question: Any) -> set[tuple[str, str]]:
        found = {("done", "0")}
        for id_ in now.of("soviet"):
            busy = any(now.has(mark, id_) for mark in ("activated", "reserved"))
            on_foot = id_ not in MOTORISED and not is_a(id_, "cavalry", "train")
            if busy or not on_foot or not number(id_, "move"):
                continue
            if plain_fight.has_command(now, "activations", now.where[id_]):
                found.add(("activate", id_))
        return found

    def _declaring(self, now: Plain, question: Any) -> set[tuple[str, str]] | None:
        """12.2 - nobody is done while somebody must still be attacked."""
        side, state = self._side(), self.state
        attackers = [id_ for n, id_ in enumerate(self.eyes.ids) if state.attack_of[n]]
        due = plain_fight.must_be_attacked(now, side, attackers)
        due -= {self.eyes.names[hex_] for hex_ in state.targets}
        options = {self.eyes.answer(action) for action in state.options()}
        wanted = {one for one in options if one[0] != "done"}
        legal = {
            one
            for one in wanted
            if one[0] == "withdraw" or self._can_be_attacked(now, side, one[1], due)
        }
        return legal if due else legal | {("done", "0")}

    def _can_be_attacked(self, now: Plain, side: str, hex_: str, due: set[str]) -> bool:
        near = {id_ for id_ in plain_fight.may_attack(now, side) if now.where[id_] in NEAR[hex_]}
        return hex_ in now.taken(other(side)) and bool(near) and (not due or hex_ in due)

    def _support(self, now: Plain, question: Any) -> set[tuple[str, str]]:
        fight = self.fight(self.state)
        found = {("fight", "0")}
        if fight.supply:
            found |= self._guns(now, fight.side, fight.targets, fight.supports, defends=False)
        if now.air[fight.side] and not fight.air:
            found.add(("air", "0"))
        if fight.claims_engineer and plain_fight.engineers(now, fight):
            found.add(("unclaim", "0"))
        return found

    def _defencesupport(self, now: Plain, question: Any) -> set[tuple[str, str]]:
        fight = self.fight(self.state)
        side, found = other(fight.side), {("enough", "0")}
        found |= self._guns(now, side, fight.targets, fight.defence_supports, defends=True)
        if now.air[side] and not fight.defence_air:
            found.add(("air", "0"))
        return found

    def _guns(
        self, now: Plain, side: str, targets: set[str], named: set[str], *, defends: bool
    ) -> set[tuple[str, str]]:
        ready = plain_fight.in_range(now, side, targets, defends=defends) - named
        return {
            ("support", id_)
            for id_ in ready
            if plain_fight.may_add(now, side, named | {id_}, targets)
        }

    def _react(self, now: Plain, question: Any) -> set[tuple[str, str]] | None:
        found = {self.eyes.answer(action) for action in self.state.options()}
        may = plain_fight.may_react(now, self._side(), self.eyes.names[question.target])
        # Who has nowhere to go is not offered; nobody else may be.
        return {one for one in found if one[0] == "pass" or one[1] in may}

    def _retreatto(self, now: Plain, question: Any) -> set[tuple[str, str]] | None:
        """16.6 - where ways free of zones are open, those and no others."""
        if question.gone or question.hexes != 2 or question.has_crossed:
            return None
        ids = sorted(self.eyes.pieces(question.pieces))
        ways = plain_fight.free_ways(now, ids, self.eyes.names[question.origin])
        return {("to", hex_) for hex_ in ways} or None

    # Throws

    def fight(self, state: Luga) -> Fight:
        """Return the attack under way in names."""
        battle = state.battle
        assert battle is not None
        return Fight(
            side=SIDES[battle.side],
            targets=set(self.eyes.hexes(battle.targets)),
            attackers=set(self.eyes.pieces(battle.attackers)),
            supports=set(self.eyes.pieces(battle.supports)),
            defence_supports=set(self.eyes.pieces(battle.defence_supports)),
            supply=battle.supply,
            air=battle.air,
            defence_air=battle.defence_air,
            claims_engineer=battle.claims_engineer,
            order=battle.order.value,
        )

    def before(self, state: Luga, action: Action) -> Expected:
        """Note what a throw ought to bring about."""
        question: Any = state.question
        kind = type(question).__name__
        now, die = self.eyes.plain(state), action.noun or 10
        if kind == "Throw":
            return Expected("combat", plain_fight.result(now, self.fight(state), die))
        if kind == "OverrunThrow":
            ids = set(self.eyes.pieces(question.pieces))
            found = plain_fight.overrun(now, ids, self.eyes.names[question.target])
            if found is None:
                return Expected("overrun", "not allowed")
            return Expected("overrun", plain_fight.overrun_band(die + found[1]))
        if kind == "SurrenderThrow":
            hex_ = self.eyes.names[question.hex]
            if hex_ not in plain_fight.surrendering(now):
                return Expected("surrender", "not asked for")
            return Expected("surrender", die + plain_fight.surrender_modifier(now, hex_) <= 2)
        if kind == "Recovery":
            id_ = self.eyes.ids[question.piece]
            return Expected("recovery", die <= number(id_, "recovery"))
        return Expected("", None)

    def judge_throw(self, state: Luga, expected: Expected) -> list[Violation]:
        """Compare what a throw brought with what the plain rules wanted."""
        if not expected.kind:
            return []
        event = next(one for one in state.events or [] if one.kind == expected.kind)
        self.checked[expected.kind] += 1
        found = _told(event)
        if found == expected.result:
            return []
        return [Violation(expected.kind, f"{found} instead of {expected.result}")]

    # Positions

    def always(self, state: Luga, now: Plain) -> list[Violation]:
        """What must hold in every position: sides, stacking, ground, zones."""
        found = []
        for hex_, ids in now.stacks.items():
            if len({PIECES[id_]["side"] for id_ in ids}) > 1:
                found.append(Violation("stack", f"both sides in {hex_}: {ids}"))
            if sum(weight(id_) for id_ in ids) > room(hex_):
                found.append(Violation("stack", f"{hex_}: {ids}"))
            if hex_ in WATER:
                found.append(Violation("water", f"{hex_}: {ids}"))
        for n, side in enumerate(SIDES):
            if self.eyes.hexes(_zone(state, n)) != now.zones[side]:
                found.append(Violation("zone", side))
        return found

    # Readings

    def judge_reading(self, state: Luga, now: Plain) -> list[Violation]:
        """Compare supply of both sides as it is now."""
        from grognard.games.eastfront import supply
        from grognard.games.eastfront.printed import Side

        found = []
        for side in Side:
            name = SIDES[side]
            self.checked["supply"] += 1
            region = plain_rules.supplied(now, name)
            hungry = self.eyes.pieces(supply.cut_off(state, side))
            wanted = {id_ for id_ in now.of(name) if not plain_rules.in_supply(now, id_, region)}
            if hungry != wanted:
                found.append(
                    Violation("supply", f"{name} too many {hungry - wanted} few {wanted - hungry}")
                )
            alone = self.eyes.hexes(supply.isolated(state, side))
            if alone != plain_rules.isolated(now, name):
                found.append(
                    Violation("isolated", f"{name} {alone} {plain_rules.isolated(now, name)}")
                )
        return found


class Expected(NamedTuple):
    """What a throw ought to bring about."""

    kind: str
    result: object


def _told(event: Any) -> object:
    """Return what an event says of a throw, in the words of the plain rules."""
    from grognard.games.eastfront.combat import assess

    facts = event.facts
    match event.kind:
        case "combat":
            seen = assess(facts["attack"])
            return facts["aftermath"].printed.text, COLUMNS[seen.column], seen.drm
        case "overrun":
            band = facts["band"]
            return band.success, band.defender_steps, band.attacker_steps
        case "surrender":
            return bool(facts["surrendered"])
        case _:
            return bool(facts["recovered"])


def _zone(state: Luga, side: int) -> int:
    from grognard.games.eastfront.printed import Side
    from grognard.games.eastfront.zones import zone_of_control

    return zone_of_control(state, Side(side))
