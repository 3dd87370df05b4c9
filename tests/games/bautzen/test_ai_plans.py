"""How officers plan: other plans from the same start, supply foreseen, openings, guards."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from bots.table import BAUTZEN, sample
from grognard.bots.bot import Table
from grognard.bots.clock import Clock
from grognard.bots.levels import make_bot
from grognard.engine.bits import numbers
from grognard.engine.game import apply
from grognard.games.bautzen.ai.appraise import LASTING, Appraiser
from grognard.games.bautzen.ai.march import Planner
from grognard.games.bautzen.ai.officer import Officer
from grognard.games.bautzen.printed import Side
from grognard.games.bautzen.sequence import Movement, OfferSetUp
from grognard.games.bautzen.state import OFF_MAP, Bautzen

if TYPE_CHECKING:
    from grognard.games.bautzen.ai.style import Style

GAME = BAUTZEN.load()


def movements() -> list[Bautzen]:
    """Return positions in which a side is about to move."""
    found = [s for seed in (1, 2) for s in sample(seed, 3) if isinstance(s, Bautzen)]
    return [state for state in found if isinstance(state.question, Movement)]


def style(state: Bautzen) -> Style:
    found: Style = GAME.opponents.style("colonel", Side(state.seat), "pocket")
    return found


def test_other_plans_start_from_where_the_first_did() -> None:
    differing = 0
    for state in movements():
        side = Side(state.seat)
        planner = Planner(state, side, style(state), Random(1))
        first = planner.plan()
        before = [planner.trial.where[p] for p in planner.units]
        for thrust in planner.others(2):
            other = planner.plan(first=thrust)
            differing += other != first
            assert all(planner.reach[piece] >> hex_ & 1 for piece, hex_ in other)
        made = planner.thrusts[:1]
        planner.plan(without=made)
        assert not set(made) & set(planner.thrusts)
        again = Planner(state, side, style(state), Random(1))
        again.plan()
        assert [again.trial.where[p] for p in again.units] == before
    assert differing > 3


def test_an_officer_varies_his_plan_and_names_what_he_does() -> None:
    names: set[str] = set()
    for state in movements()[:3]:
        officer = Officer(Side(state.seat), Random(2), "colonel")
        officer.prepare(state)
        for name, other in officer.variants(Random(3)):
            names.add(name)
            assert other.has_plan(state)
            if name == "still":
                assert other.moves == []
    assert names >= {"instead", "still"}


def test_7_3_who_will_be_cut_off_attacks_with_half() -> None:
    """BZ-7.3 - supply is checked again before combat: a plan must not count on full strength."""
    weaker = 0
    for state in movements():
        side = Side(state.seat)
        judge = Appraiser(state, side, style(state))
        units = state.owned[side] & state.scenario.units
        fed = sum(one.value for one in judge.assaults(state, 0))
        starved = sum(one.value for one in judge.assaults(state, units))
        assert starved <= fed
        weaker += starved < fed
        out = 0
        for hex_ in judge.holding(state).cut_off:
            out |= state.stacks[hex_]
        assert judge.coming(state) == judge.assaults(state, out & units)
    assert weaker > 0


def test_10_3_what_a_hidden_stack_defends_with_is_a_mean() -> None:
    """BZ-10.3 - two guesses of one imagined state must not make or break an attack."""
    state = next(s for s in movements() if s.seat == Side.GERMAN)
    side, many = Side.GERMAN, GAME.opponents.style("colonel", Side.GERMAN)
    target = max(numbers(state.held[Side.ALLIED]), key=lambda h: state.stacks[h].bit_count())
    judge = Appraiser(state, side, many, Random(1))
    assert len(judge._worlds) == many.guesses - 1
    for world in judge._worlds:
        assert BAUTZEN.view(world, side) == BAUTZEN.view(state, side)
    assert judge.defence_of(state, target)[0] >= 1
    assert Appraiser(state, side, many)._worlds == []


def test_12_every_opening_names_units_and_hexes_of_the_game() -> None:
    """BZ-12 - a misspelt name would be passed over."""
    known = {*GAME.formations, *(piece.id for piece in GAME.pieces)}
    assert len(GAME.opponents.openings) > 1
    for opening in GAME.opponents.openings:
        for name, hex_ in opening.places.items():
            assert name in known
            assert GAME.board.map.name(GAME.board.map.hex(hex_)) == hex_


def test_12_openings_are_drawn_for_each_game_and_set_up_by_the_rules() -> None:
    """BZ-12 - one way alone could be prepared for."""
    seen = set()
    for seed in range(8):
        state = BAUTZEN.start(GAME)
        bots = [make_bot("colonel", BAUTZEN, seat, seed) for seat in range(2)]
        while not isinstance(state.question, Movement):
            bot = bots[state.seat]
            is_offered = isinstance(state.question, OfferSetUp)
            answer = bot.choose(Table(BAUTZEN, state, state.seat, Clock()))
            assert answer in state.options()
            if is_offered and state.seat == Side.GERMAN:
                seen.add(answer.verb)
            apply(state, answer)
    assert seen == {"ready", "free"}


def test_13_dresden_draws_a_guard_when_the_enemy_gathers_there() -> None:
    """BZ-13 - with everything else won, a whole army before Dresden took it from one regiment."""
    state = next(s for s in movements() if s.seat == Side.GERMAN).copy()
    capital, board = GAME.victory.capital, GAME.board.map
    for piece in numbers(state.owned[Side.GERMAN] & GAME.units):
        if board.distance(state.where[piece], capital) <= 6:
            state.place(piece, OFF_MAP, Side.GERMAN)
    near = [h for h in numbers(board.disc(capital, 2)) if h != capital]
    allied = numbers(state.owned[Side.ALLIED] & GAME.combat_units)[:12]
    for number, piece in enumerate(allied):
        state.place(piece, near[number % len(near)], Side.ALLIED)
    assert style(state).victory
    judge = Appraiser(state, Side.GERMAN, style(state))
    assert judge._danger(state, capital) == 1.0
    quiet = next(s for s in movements() if s.seat == Side.GERMAN)
    calm = Appraiser(quiet, Side.GERMAN, style(quiet))
    assert judge.pull[capital] > calm.pull[capital]


def test_13_a_ring_that_one_unit_breaks_counts_for_little() -> None:
    """BZ-13 - the enemy moves before it is counted."""
    assert LASTING[1] < 0.2 < LASTING[-1]
    assert list(LASTING) == sorted(LASTING)
