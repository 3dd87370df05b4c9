"""A referee that plays along: it reads a position as names and judges every answer by plain rules.

What it needs of a position it takes from the arrays of the state alone; what the rules say it
finds in `plain_rules` and `plain_fight`, which share no code with the game.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from games.petrograd import plain_fight, plain_rules
from games.petrograd.plain_fight import Fight
from games.petrograd.plain_map import CITY, ESTONIAN, HEXES, PIECES, TROOPS, number, other
from games.petrograd.plain_rules import Plain
from grognard.engine.bits import numbers

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from grognard.engine.game import Action
    from grognard.games.petrograd.state import Petrograd

MARKS: Final = (
    *("disorganised", "routed", "out_of_ammunition", "uncommanded", "moved", "attacked"),
    *("supported", "flown", "detrained", "broken_down", "night_now", "night_before"),
)
SIDES: Final = ("white", "red")
PIECE_VERBS: Final = ("move", "rail", "join", "support", "lose", "advance", "refit")
HEX_VERBS: Final = ("to", "attack", "dig")
SETS: Final = 256
"""How many sets of pieces, and of hexes, are remembered by their names."""


class Violation(NamedTuple):
    """Something that the plain rules do not agree with."""

    what: str
    detail: str

    def __str__(self) -> str:
        return f"{self.what}: {self.detail}"


class Eyes:
    """Reads a state as names."""

    def __init__(self, state: Petrograd) -> None:
        self.ids = [piece.id for piece in state.scenario.pieces]
        self.names = state.material.map.names
        self._pieces: dict[int, frozenset[str]] = {}
        self._hexes: dict[int, frozenset[str]] = {}

    def pieces(self, bits: int) -> frozenset[str]:
        """Return the names of some pieces; most are the same from one position to the next."""
        return self._named(self._pieces, self.ids, bits)

    def hexes(self, bits: int) -> frozenset[str]:
        """Return the names of some hexes."""
        return self._named(self._hexes, self.names, bits)

    def _named(
        self, known: dict[int, frozenset[str]], names: Sequence[str], bits: int
    ) -> frozenset[str]:
        if bits not in known:
            if len(known) > SETS:
                known.clear()
            known[bits] = frozenset([names[number] for number in numbers(bits)])
        return known[bits]

    def plain(self, state: Petrograd) -> Plain:
        """Return the position in names."""
        where = {
            id_: self.names[hex_]
            for id_, hex_ in zip(self.ids, state.where, strict=True)
            if hex_ >= 0
        }
        return Plain(
            turn=state.turn,
            where=where,
            steps=dict(zip(self.ids, state.steps, strict=True)),
            marks={mark: self.pieces(getattr(state, mark)) for mark in MARKS},
            control={side: self.hexes(state.control[n]) for n, side in enumerate(SIDES)},
            works={side: self.hexes(state.field_works[n]) for n, side in enumerate(SIDES)},
            was_white=self.hexes(state.was_white),
            assaulted=self.hexes(state.assaulted),
            rail_left=state.rail_left,
            estonian_losses=state.estonian_losses,
            vetrenko_obeys=state.vetrenko_obeys,
            grounded=state.grounded,
            silent=state.silent,
        )

    def fight(self, state: Petrograd) -> Fight | None:
        """Return the combat under way in names."""
        battle = state.battle
        if battle is None:
            return None
        return Fight(
            side=SIDES[battle.side],
            target=self.names[battle.target],
            attackers=self.pieces(battle.attackers),
            supports=self.pieces(battle.supports),
            defenders=self.pieces(battle.defenders),
            defence_supports=self.pieces(battle.defence_supports),
            night=battle.night,
            origins=self.hexes(battle.origins),
        )

    def answer(self, action: Action) -> tuple[str, str]:
        """Return an answer as verb and name."""
        verb, noun = action
        if verb in PIECE_VERBS:
            return verb, self.ids[noun]
        return verb, self.names[noun] if verb in HEX_VERBS else str(noun)


class Referee:
    """Judges the options and the results of one game."""

    def __init__(self, state: Petrograd) -> None:
        self.eyes = Eyes(state)
        self.checked: Counter[str] = Counter()
        self._half: dict[int, tuple[list[str], bool]] = {}

    # Options

    def judge_options(self, state: Petrograd, options: Sequence[Action]) -> list[Violation]:
        """Compare all answers to a question with those of the plain rules."""
        question: Any = state.question
        kind = type(question).__name__
        expect: Callable[[Plain, Any], set[tuple[str, str]]] | None = getattr(
            self, f"_{kind.lower()}", None
        )
        if expect is None:
            return []
        self.checked[kind] += 1
        self.state = state
        wanted = expect(self.eyes.plain(state), question)
        found = {self.eyes.answer(action) for action in options}
        if found == wanted:
            return []
        return [
            Violation(kind, f"{question}: not legal {found - wanted}, missing {wanted - found}")
        ]

    def _side(self) -> str:
        return SIDES[self.state.seat]

    def _id(self, piece: int) -> str:
        return self.eyes.ids[piece]

    def _movement(self, now: Plain, question: Any) -> set[tuple[str, str]]:
        free = [
            id_
            for id_ in now.of(self._side())
            if number(id_, "move") and not now.has("moved", id_) and not now.has("broken_down", id_)
        ]
        return {("move", id_) for id_ in free} | {("done", "0")}

    def _moveto(self, now: Plain, question: Any) -> set[tuple[str, str]]:
        goals = plain_rules.reach(now, self._id(question.piece))
        return {("to", hex_) for hex_ in goals} | {("stay", "0")}

    def _rail(self, now: Plain, question: Any) -> set[tuple[str, str]]:
        side = self._side()
        carried = [id_ for id_ in now.of(side) if plain_rules.by_rail(now, id_)]
        return {("rail", id_) for id_ in carried} | {("done", "0")}

    def _railto(self, now: Plain, question: Any) -> set[tuple[str, str]]:
        goals = plain_rules.by_rail(now, self._id(question.piece))
        return {("to", hex_) for hex_ in goals} | {("stay", "0")}

    def _attack(self, now: Plain, question: Any) -> set[tuple[str, str]]:
        found = plain_fight.targets(now, self._side())
        return {("attack", hex_) for hex_ in found} | {("done", "0")}

    def _compose(self, now: Plain, question: Any) -> set[tuple[str, str]]:
        side, target = self._side(), self.eyes.names[question.target]
        joined = self.eyes.pieces(question.attackers)
        supports = self.eyes.pieces(question.supports)
        ready = plain_fight.may_join(now, side, target, joined, bool(supports))
        found = {("join", id_) for id_ in ready}
        if joined:
            if not joined & now.marks["uncommanded"]:
                fire = plain_rules.supporters(now, side, target) - supports
                if now.silent:
                    fire = {id_ for id_ in fire if PIECES[id_]["kind"] != "artillery"}
                found |= {("support", id_) for id_ in fire}
            found.add(("fight", "0"))
            if plain_fight.may_go_by_night(now, joined, supports):
                found.add(("night", "0"))
        return found

    def _defencesupport(self, now: Plain, question: Any) -> set[tuple[str, str]]:
        fight = self.eyes.fight(self.state)
        assert fight is not None
        fire = plain_rules.supporters(now, other(fight.side), fight.target)
        return {("support", id_) for id_ in fire - fight.defence_supports} | {("enough", "0")}

    def _chooseresult(self, now: Plain, question: Any) -> set[tuple[str, str]]:
        options, _ = self._half[int(question.role)]
        return {("choose", str(n)) for n in range(1, len(options) + 1)}

    def _retreatto(self, now: Plain, question: Any) -> set[tuple[str, str]]:
        ids, origin = sorted(self.eyes.pieces(question.pieces)), self.eyes.names[question.origin]
        goals = plain_fight.retreats(now, self._side(), ids, origin, question.gone)
        return {("to", hex_) for hex_ in goals}

    def _secondhex(self, now: Plain, question: Any) -> set[tuple[str, str]]:
        goals = plain_fight.second_hexes(now, self._side(), self._id(question.piece))
        return {("to", hex_) for hex_ in goals} | {("halt", "0")}

    def _advance(self, now: Plain, question: Any) -> set[tuple[str, str]]:
        able = self._able(now, int(question.role))
        found = {("advance", id_) for id_ in able}
        return found | {("halt", "0")} if question.advanced else found

    def _able(self, now: Plain, role: int) -> dict[str, set[str]]:
        fight = self.eyes.fight(self.state)
        assert fight is not None
        side = fight.side if role == 0 else other(fight.side)
        enemy = other(side)
        goals = {fight.target} if role == 0 else fight.origins
        beaten = fight.defenders if role == 0 else fight.attackers
        left = set()
        for hex_ in goals - now.held(enemy):
            staying = [
                id_
                for id_ in now.stacks.get(hex_, ())
                if PIECES[id_]["side"] == enemy and number(id_, "move")
            ]
            if beaten & TROOPS or not staying:
                left.add(hex_)
        fighters = fight.attackers if role == 0 else fight.defenders
        return plain_fight.advances(now, side, fighters, left)

    def _digging(self, now: Plain, question: Any) -> set[tuple[str, str]]:
        side = self._side()
        found = set()
        for id_ in now.of(side):
            busy = ("moved", "attacked", "out_of_ammunition", "uncommanded")
            if id_ in TROOPS and now.good(id_) and not any(now.has(m, id_) for m in busy):
                found.add(now.where[id_])
        found = {hex_ for hex_ in found - now.works[side] if not HEXES[hex_]["work"]}
        return {("dig", hex_) for hex_ in found} | {("done", "0")}

    def _district(self, now: Plain, question: Any) -> set[tuple[str, str]]:
        id_ = self._id(question.piece)
        free = CITY - now.taken("white")
        return {("to", hex_) for hex_ in free if plain_rules.fits(now, [id_], hex_)}

    # Results

    def before(self, state: Petrograd, action: Action) -> Expected:
        """Note what an answer ought to bring about."""
        fight = self.eyes.fight(state)
        verb, name = self.eyes.answer(action)
        kind = type(state.question).__name__
        if kind == "Throw" and fight is not None:
            now = self.eyes.plain(state)
            total = sum(divmod(action.noun, 10))
            column = total + sum(plain_fight.modifiers(now, fight).values())
            column = min(15, max(1, column))
            self._half = {role: plain_fight.cell(now, fight, column, role) for role in (0, 1)}
            return Expected(kind, verb, name, column)
        return Expected(kind, verb, name, 0)

    def judge_result(self, state: Petrograd, expected: Expected) -> list[Violation]:
        """Compare a position with what the plain rules wanted."""
        now = self.eyes.plain(state)
        found = [*self._always(now, state)]
        if expected.kind == "Throw" and state.battle is not None:
            self.checked["column"] += 1
            if state.battle.column != expected.column:
                detail = f"{state.battle.column} instead of {expected.column}"
                found.append(Violation("column", detail))
        if expected.kind == "MoveTo" and expected.verb == "to":
            self.checked["moved"] += 1
            piece = self._id(self._asked)
            if now.where.get(piece) != expected.name:
                found.append(Violation("moved", f"{piece} is not in {expected.name}"))
        return found

    def remember(self, state: Petrograd) -> None:
        """Note which piece a question is about."""
        self._asked = getattr(state.question, "piece", -1)

    def _always(self, now: Plain, state: Petrograd) -> list[Violation]:
        """What must hold in every position: stacking, sides, zones, elements."""
        found = []
        for hex_, ids in now.stacks.items():
            sides = {PIECES[id_]["side"] for id_ in ids}
            troops = [id_ for id_ in ids if id_ in TROOPS]
            points = sum([now.steps[id_] for id_ in troops])
            nations = {id_ in ESTONIAN for id_ in troops}
            if len(sides) > 1 or points > 10 or len(nations) > 1:
                found.append(Violation("stack", f"{hex_}: {ids}"))
            terrain = HEXES[hex_]["terrain"]
            afloat = {PIECES[id_]["kind"] == "fleet" for id_ in ids}
            if afloat != {terrain == "sea"} or terrain == "lake":
                found.append(Violation("element", f"{hex_}: {ids}"))
        for n, side in enumerate(SIDES):
            if self.eyes.hexes(_zone(state, n)) != plain_rules.zone(now, side):
                found.append(Violation("zone", side))
        return found

    # Readings

    def judge_reading(self, state: Petrograd) -> list[Violation]:
        """Compare supply and command of both sides as they are now."""
        from grognard.games.petrograd import command, supply
        from grognard.games.petrograd.printed import Side

        now, found = self.eyes.plain(state), []
        for side in Side:
            name = SIDES[side]
            self.checked["supply"] += 1
            hungry = self.eyes.pieces(supply.unsupplied(state, side))
            if hungry != plain_rules.unsupplied(now, name):
                found.append(Violation("supply", f"{name} {hungry}"))
            lost = self.eyes.pieces(command.out_of_command(state, side))
            if lost != plain_rules.uncommanded(now, name):
                found.append(Violation("command", f"{name} {lost}"))
        return found

    def judge_halves(self, state: Petrograd) -> list[Violation]:
        """Compare the options of both halves after a throw, and who chooses among them."""
        from grognard.games.petrograd.parts import half_of
        from grognard.games.petrograd.table import Role

        found = []
        for role in Role:
            half = half_of(state, role)
            options = [plain_fight.spelt(option.text) for option in half.options]
            wanted, by_defender = self._half[role]
            self.checked["half"] += 1
            if options != wanted or (half.chooser is Role.DEFENDER) != by_defender:
                found.append(Violation("half", f"{role.name}: {options}, not {wanted}"))
        return found


class Expected(NamedTuple):
    """What an answer ought to bring about."""

    kind: str
    verb: str
    name: str
    column: int


def _zone(state: Petrograd, side: int) -> int:
    from grognard.games.petrograd.printed import Side
    from grognard.games.petrograd.zones import zone_of_control

    return zone_of_control(state, Side(side))
