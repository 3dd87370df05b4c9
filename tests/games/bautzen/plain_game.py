"""The whole game played by the referee: what is asked, what may be answered, what an answer does.

`PlainGame` keeps its own position and its own agenda. It is slow and simple on purpose; the
combat half of it is in `plain_fight`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from games.bautzen import plain_combat, plain_fight, plain_rules, plain_setup
from games.bautzen.plain_map import (
    ALLIED,
    CONVOY_DICE,
    GERMAN,
    PRINTED,
    REINFORCEMENT_DICE,
    Place,
    other,
)
from games.bautzen.plain_position import COUNTERS, Position

if TYPE_CHECKING:
    from collections.abc import Iterator

    from games.bautzen.plain_position import Asked, Plain

DICE: Final[list[Plain]] = [("throw", face) for face in range(1, 7)]
TABLES: Final = PRINTED.tables
HELD: Final[list[str]] = TABLES["reinforcements"]["held"]
CHANCE_QUESTIONS: Final = frozenset(
    {"GermanConvoyThrow", "ReinforcementThrow", "WithdrawalThrow", "Throw", "ConvoyThrow"}
)


class PlainGame:
    """A game in progress. The last entry of the agenda is due next."""

    def __init__(self) -> None:
        self.position = Position()
        self.agenda: list[Asked] = []
        self.road: int | None = None
        """R39 - the separate road on which a withdrawing unit is."""
        self.is_first_step = False
        """4.3 - whether a withdrawing unit is still where it started."""

    def copy(self) -> PlainGame:
        """Return an independent game."""
        twin = PlainGame()
        twin.position = self.position.copy()
        twin.agenda = list(self.agenda)
        twin.road, twin.is_first_step = self.road, self.is_first_step
        return twin

    def plan(self, *entries: Asked) -> None:
        """Put entries before all others, to come in the order written."""
        self.agenda.extend(reversed(entries))

    def asked(self) -> Asked:
        """The question being asked."""
        return self.agenda[-1] if self.agenda else ("end",)

    def run_on(self) -> None:
        """Carry out what is due until somebody is asked, or nothing is left."""
        while self.agenda and self.agenda[-1][0] in DUE:
            name, *facts = self.agenda.pop()
            DUE[name](self, *facts)

    def options(self) -> list[Plain]:
        """Every legal answer to the question being asked."""
        name, *facts = self.asked()
        if name in CHANCE_QUESTIONS:
            return list(DICE)
        return list(OFFERED[name](self, *facts))

    def is_legal(self, action: Plain) -> bool:
        """Whether an answer is among the legal ones; what comes after it is not listed."""
        name, *facts = self.asked()
        return action in (DICE if name in CHANCE_QUESTIONS else OFFERED[name](self, *facts))

    def answer(self, action: Plain) -> None:
        """Carry out a legal answer."""
        name, *facts = self.agenda.pop()
        ANSWERED[name](self, action, *facts)
        self.run_on()


def begin() -> PlainGame:
    """12, 2 - a new game."""
    game = PlainGame()
    position = game.position
    position.steps = {piece: max(1, counter.steps) for piece, counter in COUNTERS.items()}
    position.held_back = {piece for piece, counter in COUNTERS.items() if counter.formation in HELD}
    planes = [piece for piece, counter in COUNTERS.items() if counter.kind == "air"]
    position.aircraft = set(planes[: PRINTED.scenario["air_at_start"]])
    position.control[PRINTED.scenario["victory"]["capital"]] = GERMAN
    order = PRINTED.scenario["setup"]
    game.plan(*(("OfferSetUp", side) for side in order), ("turn", 1))
    return game


def settle(game: PlainGame, place: Place, side: str) -> None:
    """13 - a unit stops in a hex."""
    game.position.control[place] = side


def lose_step(game: PlainGame, piece: str) -> None:
    """8.3, 8.5.3 - turn a unit over, or remove it."""
    position = game.position
    if position.steps[piece] == 1 or piece in position.retreated:
        position.steps[piece] = 0
        position.discard(piece)
    else:
        position.steps[piece] -= 1


# --- the sequence of play (2)


def _turn(game: PlainGame, number: int) -> None:
    position = game.position
    position.turn, position.aircraft_used = number, set()
    if number < PRINTED.scenario["turns"]:
        game.plan(("turn", number + 1))
    for side in (ALLIED, GERMAN):
        game.plan(("supply", side), ("movement", side), ("combat", side))


def _supply(game: PlainGame, side: str) -> None:
    position = game.position
    position.segment = f"{side} supply"
    if side == GERMAN:
        if position.turn >= TABLES["convoys"]["german_from_turn"]:
            game.plan(("GermanConvoyThrow",))
        return
    plain_rules.receive_convoys(position, ALLIED, TABLES["convoys"]["allied_per_turn"])
    if position.turn >= TABLES["reinforcements"]["from_turn"]:
        game.plan(("ReinforcementThrow",))


def _movement(game: PlainGame, side: str) -> None:
    position = game.position
    position.segment, position.moved = f"{side} movement", set()
    position.retreated = set()
    plain_rules.check_supply(position, side)
    game.plan(("Movement", side))


def _combat(game: PlainGame, side: str) -> None:
    position = game.position
    position.segment = f"{side} combat"
    position.moved, position.attacked = set(), set()
    position.supported, position.retreated = set(), set()
    plain_rules.check_supply(position, side)
    game.plan(("Combat", side))


# --- set-up (12)


def _offered_setup(game: PlainGame, side: str) -> list[Plain]:
    return [*(("ready", number) for number in range(len(PRINTED.scenario["ready"]))), ("free", 0)]


def _answered_setup(game: PlainGame, action: Plain, side: str) -> None:
    left = plain_setup.pieces(side)
    if action[0] == "ready":
        enemies = set(game.position.taken(other(side)))
        for piece, place in plain_setup.placements(side, int(action[1])):
            if place not in enemies:
                _set_up(game, piece, place, side)
                left.remove(piece)
    game.plan(*(("SetUpPiece", side, piece) for piece in left))


def _set_up(game: PlainGame, piece: str, place: Place, side: str) -> None:
    game.position.put(piece, place, side)
    if COUNTERS[piece].is_unit:
        settle(game, place, side)


def _offered_place(game: PlainGame, side: str, piece: str) -> list[Plain]:
    return [("to", place) for place in plain_setup.places(game.position, side, piece)]


def _answered_place(game: PlainGame, action: Plain, side: str, piece: str) -> None:
    _set_up(game, piece, str(action[1]), side)


# --- movement (4)


def _offered_movement(game: PlainGame, side: str) -> list[Plain]:
    position = game.position
    found: list[Plain] = [("done", 0)]
    found += [("move", piece) for piece in position.owner if may_move(position, side, piece)]
    stacks = [place for place in position.stacks if may_move_stack(position, side, place)]
    found += [("stack", place) for place in stacks]
    return found


def may_move(position: Position, side: str, piece: str) -> bool:
    """4.1, 7.2.2 - whether a counter of a side, on the map or off it, may be moved now."""
    if position.owner.get(piece) != side or piece in position.moved:
        return False
    return plain_rules.may_come_in(position, side, piece)


def may_move_stack(position: Position, side: str, place: Place) -> bool:
    """4.1 - whether two counters or more of a hex have not moved."""
    return len([one for one in position.here(place, side) if one not in position.moved]) > 1


def _answered_movement(game: PlainGame, action: Plain, side: str) -> None:
    position, (verb, noun) = game.position, action
    if verb == "done":
        return
    group = {str(noun)}
    if verb == "stack":
        group = {piece for piece in position.stacks[str(noun)] if piece not in position.moved}
    position.moved |= group
    game.plan(("MoveTo", side, frozenset(group)), ("Movement", side))


def _offered_move(game: PlainGame, side: str, group: frozenset[str]) -> Iterator[Plain]:
    position, pieces = game.position, sorted(group)
    yield "stay", 0
    if len(pieces) == 1 and pieces[0] in position.at:
        [piece] = pieces
        units = position.units(position.at[piece])
        if piece in units and units[-1] != piece:
            yield "top", 0
        if COUNTERS[piece].is_unit and may_withdraw(position, side, piece):
            yield "withdraw", 0
    for place in plain_rules.reach(position, side, pieces):
        yield "to", place


def may_withdraw(position: Position, side: str, piece: str) -> bool:
    """4.3 - a unit may withdraw out of an enemy zone, or into one, if a first step is open."""
    steps = plain_rules.withdrawal_steps(position, side, piece, 0, None, first=True)
    enemy_zone = plain_rules.zone(position, other(side))
    return bool(steps) and (position.at[piece] in enemy_zone or not enemy_zone.isdisjoint(steps))


def _answered_move(game: PlainGame, action: Plain, side: str, group: frozenset[str]) -> None:
    position, (verb, noun) = game.position, action
    if verb == "withdraw":
        game.road, game.is_first_step = None, True
        game.plan(("Withdraw", side, *group, 0))
    elif verb == "top":
        [piece] = group
        position.put(piece, position.at[piece], side)
    elif verb == "to":
        _carry(game, side, group, str(noun))


def _carry(game: PlainGame, side: str, group: frozenset[str], place: Place) -> None:
    """4.1 - the group goes on top of the new stack in the order it had."""
    position = game.position
    first = next(iter(group))
    order = position.stacks[position.at[first]] if first in position.at else list(group)
    for piece in [one for one in order if one in group]:
        position.waiting[side].discard(piece)
        position.known[other(side)].discard(piece)
        position.put(piece, place, side)
    if any(COUNTERS[piece].is_unit for piece in group):
        settle(game, place, side)


def _offered_withdrawal(game: PlainGame, side: str, piece: str, spent: int) -> list[Plain]:
    steps = plain_rules.withdrawal_steps(
        game.position, side, piece, spent, game.road, game.is_first_step
    )
    return [("to", place) for place in steps]


def _answered_withdrawal(game: PlainGame, action: Plain, side: str, piece: str, spent: int) -> None:
    position, place = game.position, str(action[1])
    steps = plain_rules.withdrawal_steps(
        position, side, piece, spent, game.road, game.is_first_step
    )
    total, game.road = steps[place]
    game.is_first_step = False
    position.put(piece, place, side)
    position.known[other(side)].discard(piece)
    if place in plain_rules.zone(position, other(side)):
        game.plan(("WithdrawalThrow", side, piece, total))
    else:
        game.plan(("go on", side, piece, total))


def _answered_withdrawal_die(
    game: PlainGame, action: Plain, side: str, piece: str, spent: int
) -> None:
    if action[1] in TABLES["withdrawal"]["lost_on"]:
        lose_step(game, piece)
    if piece in game.position.at:
        game.plan(("go on", side, piece, spent))


def _go_on(game: PlainGame, side: str, piece: str, spent: int) -> None:
    """R69 - on as long as a legal hex can be paid."""
    if _offered_withdrawal(game, side, piece, spent):
        game.plan(("Withdraw", side, piece, spent))
    else:
        settle(game, game.position.at[piece], side)


# --- supply columns and reinforcements (7.2, 11)


def _answered_convoys(game: PlainGame, action: Plain) -> None:
    plain_rules.receive_convoys(game.position, GERMAN, CONVOY_DICE[int(action[1])])


def _answered_reinforcements(game: PlainGame, action: Plain) -> None:
    position = game.position
    line = REINFORCEMENT_DICE[plain_rules.reinforcement_die(position, int(action[1]))]
    if line == ["release"]:
        if position.held_back:
            game.plan(("Release",))
        return
    formations = [entry for entry in line if entry != "air"]
    members = [piece for piece in COUNTERS if COUNTERS[piece].formation in formations]
    if any(position.steps[piece] == 0 or piece in position.owner for piece in members):
        return
    for piece in members:
        position.waiting[ALLIED].add(piece)
        position.owner[piece] = ALLIED
    if "air" in line:
        planes = [piece for piece, counter in COUNTERS.items() if counter.kind == "air"]
        position.aircraft |= set([one for one in planes if one not in position.aircraft][:1])


def _offered_release(game: PlainGame) -> list[Plain]:
    held = {COUNTERS[piece].formation for piece in game.position.held_back}
    return [("release", number) for number, name in enumerate(HELD) if name in held]


def _answered_release(game: PlainGame, action: Plain) -> None:
    free = HELD[int(action[1])]
    position = game.position
    position.held_back = {
        piece for piece in position.held_back if COUNTERS[piece].formation != free
    }


# --- attacks (8.1)


def _offered_combat(game: PlainGame, side: str) -> list[Plain]:
    found: list[Plain] = [("done", 0)]
    found += [("attack", place) for place in plain_combat.targets(game.position, side)]
    return found


def _answered_combat(game: PlainGame, action: Plain, side: str) -> None:
    if action[0] == "attack":
        empty: frozenset[str] = frozenset()
        game.plan(("Compose", side, action[1], empty, empty), ("Combat", side))


def is_cut_off(position: Position, place: Place) -> bool:
    """13, R31 - whether a hex of the city is encircled, in one of three readings."""
    reading = plain_rules.OPTIONS["encirclement"]
    if reading == "supply":
        # A line is traced from the hex, so its first step leaves it whatever lies on it.
        lines = plain_rules.fed(position, ALLIED)
        return place not in lines and lines.isdisjoint(PRINTED.neighbours[place])
    if reading == "ring":
        city = PRINTED.scenario["victory"]["city"]
        return all(
            not _lets_pass(position, there)
            for there in PRINTED.neighbours[place]
            if there not in city
        )
    seen, todo = {place}, [place]
    while todo:
        here = todo.pop()
        if _is_on_relief_edge(here) and (here != place or _lets_pass(position, here)):
            return False
        for there in PRINTED.neighbours[here]:
            if there not in seen and _lets_pass(position, there):
                seen.add(there)
                todo.append(there)
    return True


def _lets_pass(position: Position, place: Place) -> bool:
    """13, R31 - an Allied unit is there, or no German one is there or next to it."""
    if place in position.held(ALLIED):
        return True
    german = position.held(GERMAN)
    return place not in german and german.isdisjoint(PRINTED.neighbours[place])


def _is_on_relief_edge(place: Place) -> bool:
    """R31 - the northern and the eastern edge: the first row, the last column."""
    return PRINTED.row(place) == 1 or place[:2] == max(PRINTED.ground)[:2]


def winner(position: Position) -> str:
    """13 - who has won."""
    victory = PRINTED.scenario["victory"]
    for place in victory["city"]:
        if position.control.get(place) != GERMAN and not is_cut_off(position, place):
            return ALLIED
    places = victory["places"].values()
    if sum(position.control.get(place) == GERMAN for place in places) < victory["needed"]:
        return ALLIED
    return ALLIED if position.control.get(victory["capital"]) == ALLIED else GERMAN


DUE: Final[dict[str, Any]] = {
    "turn": _turn,
    "supply": _supply,
    "movement": _movement,
    "combat": _combat,
    "go on": _go_on,
    **plain_fight.DUE,
}
OFFERED: Final[dict[str, Any]] = {
    "OfferSetUp": _offered_setup,
    "SetUpPiece": _offered_place,
    "Movement": _offered_movement,
    "MoveTo": _offered_move,
    "Withdraw": _offered_withdrawal,
    "Release": _offered_release,
    "Combat": _offered_combat,
    **plain_fight.OFFERED,
}
ANSWERED: Final[dict[str, Any]] = {
    "OfferSetUp": _answered_setup,
    "SetUpPiece": _answered_place,
    "Movement": _answered_movement,
    "MoveTo": _answered_move,
    "Withdraw": _answered_withdrawal,
    "WithdrawalThrow": _answered_withdrawal_die,
    "GermanConvoyThrow": _answered_convoys,
    "ReinforcementThrow": _answered_reinforcements,
    "Release": _answered_release,
    "Combat": _answered_combat,
    **plain_fight.ANSWERED,
}
