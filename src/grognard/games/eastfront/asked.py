"""The question being asked with all that it is about, for whoever answers it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grognard.engine.bits import numbers
from grognard.games.eastfront.advancing import Advance, AdvanceTo
from grognard.games.eastfront.declaring import Compose, targets_of
from grognard.games.eastfront.fighting import DefenceSupport, Support
from grognard.games.eastfront.parts import Lose
from grognard.games.eastfront.questions import Arrive, Converting, MoveTo
from grognard.games.eastfront.reacting import LayOrder, React, ReactTo
from grognard.games.eastfront.retreating import GiveUp, RetreatTo
from grognard.games.eastfront.seen import ids

if TYPE_CHECKING:
    import grognard.wire as wire
    from grognard.engine.hexmap import Region
    from grognard.games.eastfront.state import Luga


def asked(state: Luga) -> wire.Asked | None:
    """Return the current question: pieces, target, who has joined, steps that are left."""
    if state.is_over:
        return None
    question, name = state.question, state.scenario.ground.map.name
    found: wire.Asked = {"kind": type(question).__name__, "rule": question.rule}
    if state.battle is not None:
        _aim(state, found, state.battle.targets)
    match question:
        case Arrive(piece=piece) | AdvanceTo(piece=piece):
            found["pieces"] = ids(state, 1 << piece)
        case MoveTo():
            found["pieces"] = ids(state, state.group)
        case Compose(targets=targets, attackers=attackers):
            _aim(state, found, targets)
            found["joined"] = ids(state, attackers)
        case React(target=target):
            found["target"] = name(target)
        case ReactTo(target=target, piece=piece):
            found["target"], found["pieces"] = name(target), ids(state, 1 << piece)
        case LayOrder(attack=attack):
            _aim(state, found, targets_of(state, attack))
        case Support() if state.battle is not None:
            found["joined"] = ids(state, state.battle.attackers)
            found["supports"] = ids(state, state.battle.supports)
        case DefenceSupport() if state.battle is not None:
            found["supports"] = ids(state, state.battle.defence_supports)
        case Lose(pieces=pieces):
            found["pieces"] = ids(state, pieces)
        case RetreatTo(pieces=pieces, hexes=hexes, gone=gone):
            found["pieces"], found["steps"] = ids(state, pieces), max(1, hexes - gone)
        case GiveUp(guns=guns, hex=hex_):
            found["pieces"], found["target"] = ids(state, guns), name(hex_)
        case Converting(left=left):
            found["steps"] = left
        case Advance():
            pass
    return found


def _aim(state: Luga, found: wire.Asked, targets: Region) -> None:
    """12.1 - the hex attacked; of several the first, and all of them besides."""
    hexes = [state.scenario.ground.map.name(hex_) for hex_ in numbers(targets)]
    found["target"] = hexes[0]
    if len(hexes) > 1:
        found["facts"] = {"targets": [*hexes]}
