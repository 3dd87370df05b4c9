"""What a side's own attacks promise from where its pieces stand."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from grognard.engine.bits import bits_of
from grognard.games.bautzen.ai.duel import column_of, exchange
from grognard.games.bautzen.ai.posts import PlannedAssault, Rear
from grognard.games.bautzen.ai.sets import each_of
from grognard.games.bautzen.ai.strength import foreseen_defence, whole_formation
from grognard.games.bautzen.combat import barred_from, crossing_modifiers, rings
from grognard.games.bautzen.seen import reshuffle
from grognard.games.bautzen.zones import zone_of_control

if TYPE_CHECKING:
    from grognard.engine.hexmap import Hex, Region
    from grognard.games.bautzen.ai.posts import Posts
    from grognard.games.bautzen.ai.style import Style
    from grognard.games.bautzen.printed import Side
    from grognard.games.bautzen.state import Bautzen, PieceIndex, Pieces


Contact: TypeAlias = tuple["Hex", tuple["Hex", ...], "Region"]
"""An enemy hex, the hexes from which I may attack it, and where its defender may go (8.5.2),
my supply columns apart."""


class Force(NamedTuple):
    """8.2 - what some units attack with, whatever their target."""

    attack: int
    costs: tuple[float, ...]
    """What the first steps they lose cost them."""
    die: int
    """The die modifier for a whole formation."""


class Assaults(Rear):
    """The attacks that positions offer."""

    def __init__(self, state: Bautzen, side: Side, style: Style) -> None:
        super().__init__(state, side, style)
        theirs = state.held[self.enemy]
        self._near = theirs | self.lore.map.adjacent(theirs)
        self._contacts: dict[tuple[Region, Region], tuple[Contact, ...]] = {}
        self._forces: dict[tuple[Pieces, Pieces], Force] = {}
        self._rankings: dict[Region, tuple[Hex, ...]] = {}
        self._assaults: dict[
            tuple[Hex, Pieces, Region, Pieces, bool, Pieces], PlannedAssault | None
        ] = {}
        self._targets: dict[Hex, tuple[int, float]] = {}

    def assaults(self, state: Bautzen, out: Pieces | None = None) -> list[PlannedAssault]:
        """8 - the attacks that the position offers, each unit and each support in one at most.

        `out` are those of mine that will be out of supply when it comes to that (7.3); if nobody
        says, those that are so now.
        """
        contacts = self.contacts(state)
        if not contacts:
            return []
        able = state.owned[self.side] & self.fighters & ~state.attacked
        lead = ~self.scenario.anti_tank
        stacks, convoys, posts = state.stacks, state.convoys_at[self.side], self.posts(state)
        if out is None:
            out = state.unsupplied & state.owned[self.side]
        books, spent, found = posts.books, out & posts.helpers, []
        for target, mine, ways_out in contacts:
            attackers = hexes = 0
            ready = able & ~barred_from(state, target)
            for hex_ in mine:
                here = stacks[hex_] & ready
                if here:
                    attackers |= here
                    hexes |= 1 << hex_
            if not attackers & lead:
                continue
            book = books.get(target)
            if book is None:
                book = books[target] = {}
            key = (attackers, hexes, spent, not ways_out & ~convoys, attackers & out)
            assault = book.get(key, UNKNOWN)
            if assault is UNKNOWN:
                assault = book[key] = self._assault(state, posts, target, *key)
            if assault is not None:
                found.append(assault)
                able &= ~assault.attackers
                spent |= assault.supports
        return found

    def contacts(self, state: Bautzen) -> tuple[Contact, ...]:
        """Return the enemy hexes that my units touch, those that count most first."""
        held, zone = state.held[self.side], zone_of_control(state, self.side)
        key = (held & self._near, zone & self._near)
        found = self._contacts.get(key)
        if found is None:
            found = self._contacts[key] = self._contacts_of(state, *key)
        return found

    def _contacts_of(self, state: Bautzen, held: Region, zone: Region) -> tuple[Contact, ...]:
        approaches, out = self.lore.approaches, ~(held | zone)
        return tuple(
            [
                (target, each_of(approaches[target] & held), approaches[target] & out)
                for target in self._ranked(state.held[self.enemy] & self.lore.map.adjacent(held))
            ]
        )

    def _ranked(self, targets: Region) -> tuple[Hex, ...]:
        """Return hexes, those that count most first."""
        found = self._rankings.get(targets)
        if found is None:
            ground = self.lore.ground
            ranked = sorted(each_of(targets), key=lambda hex_: -ground[hex_])
            found = self._rankings[targets] = tuple(ranked)
        return found

    def _assault(
        self,
        state: Bautzen,
        posts: Posts,
        target: Hex,
        attackers: Pieces,
        hexes: Region,
        spent: Pieces,
        is_shut: bool,
        out: Pieces,
    ) -> PlannedAssault | None:
        """Return the attack on a hex with all that stand next to it, if it is worth making."""
        supports = self._enough(state, attackers, out, posts.supports(attackers, hexes, spent))
        key = (target, attackers, hexes, supports, is_shut, out)
        found = self._assaults.get(key, UNKNOWN)
        if found is UNKNOWN:
            gain, loss = self.assault_terms(
                state, target, attackers, hexes, supports, out, is_open=not is_shut
            )
            value = gain - self.style.losses * loss
            found = PlannedAssault(target, attackers, supports, value) if value > 0 else None
            self._assaults[key] = found
        return found

    def _enough(self, state: Bautzen, attackers: Pieces, out: Pieces, helpers: Pieces) -> Pieces:
        """9.2 - return as many helpers as an attack can use: those who can help few others first.

        What is not needed here is left for the next attack.
        """
        pieces, needed, chosen = self.scenario.pieces, self._force(state, attackers, out).attack, 0
        for helper in sorted(each_of(helpers), key=self._is_free):
            if needed <= 0:
                break
            needed -= pieces[helper].support
            chosen |= 1 << helper
        return chosen

    def _is_free(self, helper: PieceIndex) -> tuple[bool, int]:
        """Whether a headquarters or battery may support anybody; the strongest come first."""
        unit = self.scenario.pieces[helper]
        return unit.formation not in self._led, -unit.support

    @cached_property
    def led(self) -> Pieces:
        """9.2 - the headquarters that serve no formation but their own."""
        pieces = self.scenario.pieces
        return bits_of(
            [h for h in each_of(self.scenario.headquarters) if pieces[h].formation in self._led]
        )

    @cached_property
    def _led(self) -> frozenset[str]:
        """The formations that have units to fight with besides their headquarters."""
        return frozenset(n for n, m in self.scenario.formations.items() if m & self.fighters)

    def has_way_out(self, state: Bautzen, target: Hex) -> bool:
        """8.5.2 - whether the defender of a hex has a hex to retreat to."""
        side = self.side
        shut = state.held[side] | zone_of_control(state, side) | state.convoys_at[side]
        return bool(self.lore.approaches[target] & ~shut)

    def defence_of(self, state: Bautzen, target: Hex) -> tuple[int, float]:
        """Return what an enemy hex defends with, support foreseen, and his column shift.

        10.3 - the mean over several states that look alike: what is hidden there, and what it may
        call upon, is a guess in each of them.
        """
        found = self._targets.get(target)
        if found is None:
            helped, worlds = self.style.helped, (state, *self._worlds)
            cases = [foreseen_defence(world, self.enemy, target, helped) for world in worlds]
            defence, shift = (sum(row) / len(cases) for row in zip(*cases, strict=True))
            found = self._targets[target] = round(defence), shift
        return found

    @cached_property
    def _worlds(self) -> list[Bautzen]:
        """10.3 - other states that my side cannot tell from the first one."""
        first, rng = self._first, self.rng
        return (
            [reshuffle(first, self.side, rng) for _ in range(1, self.style.guesses)] if rng else []
        )

    def assault_terms(
        self,
        state: Bautzen,
        target: Hex,
        attackers: Pieces,
        hexes: Region,
        supports: Pieces,
        out: Pieces,
        *,
        is_open: bool,
        shift: int = 0,
    ) -> tuple[float, float]:
        """8.2 - return what an attack is expected to cost the defender and the attacker.

        `out` are those of the attackers who are out of supply; no such supports are named.
        """
        lore, scenario, pieces = self.lore, self.scenario, self.scenario.pieces
        attack, costs, die = self._force(state, attackers, out)
        helped = sum([pieces[helper].support for helper in each_of(supports)])
        attack += min(helped, attack)
        defence, shielded = self.defence_of(state, target)
        shift += lore.shift[target] + self._concentric(state, target, hexes)
        die += lore.die[target]
        for modifier in crossing_modifiers(scenario, target, hexes):
            die += modifier.value
        if state.units_at(target) & state.unsupplied:
            die += scenario.tables.die_unsupplied
        losses = self.loss_of(state, target, is_open=is_open)
        least = int(shielded)
        column = column_of(lore, attack, defence, shift - least)
        gain, loss = exchange(lore, column, die, costs, losses)
        part = shielded - least
        if part:
            column = column_of(lore, attack, defence, shift - least - 1)
            less, more = exchange(lore, column, die, costs, losses)
            gain, loss = gain + part * (less - gain), loss + part * (more - loss)
        return gain, loss

    def _force(self, state: Bautzen, attackers: Pieces, out: Pieces) -> Force:
        """8.2 - return what attackers bring along, their supports apart."""
        found = self._forces.get((attackers, out))
        if found is None:
            found = self._forces[attackers, out] = self._force_of(state, attackers, out)
        return found

    def _force_of(self, state: Bautzen, attackers: Pieces, out: Pieces) -> Force:
        pieces = self.scenario.pieces
        attack = 0
        for piece in each_of(attackers):
            factor = pieces[piece].attack[state.steps[piece]]
            attack += factor // 2 if out >> piece & 1 else factor
        sums, _ = self._steps_of(state, attackers)
        return Force(attack, sums[:4], whole_formation(state, self.side, attackers))

    def _concentric(self, state: Bautzen, target: Hex, hexes: Region) -> int:
        """8.1.1 - the shift for an attack from all round."""
        ringed = rings(self.scenario.board, target, hexes, state.held[self.enemy])
        return self.scenario.tables.column_concentric if ringed else 0


UNKNOWN: Final = PlannedAssault(-1, 0, 0, 0.0)
"""Stands for an attack not yet weighed, where none may mean that it is not worth making."""
