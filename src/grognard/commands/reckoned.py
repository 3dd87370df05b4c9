"""A fight in lines for the terminal: the sums, every change with its rule, the chances."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grognard.commands.shared import words
from grognard.engine.prompt import reason_text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from grognard.engine.game import Seat, State
    from grognard.engine.registry import AnyGame
    from grognard.wire import Factor, Modifier, Odds, Reckoning, Sum


def heading(game: AnyGame, key: str, lang: str) -> str:
    """Return the heading of a key: in the game's words, else in those for all games."""
    said, name = game.label(key, lang), f"heading.{key}"
    is_plain = said in (key, key.replace("_", " "))
    return words().say(name, lang) if is_plain and name in words() else said


def colon(lang: str) -> str:
    """Return what stands between a heading and its value."""
    return words().say("colon", lang)


def figure(value: float, form: str, lang: str) -> str:
    """Return a figure as a language writes it.

    >>> figure(0.333, ".1%", "en"), figure(0.333, ".1%", "fr")
    ('33.3%', '33,3 %')
    """
    text = format(value, form)
    return text.replace(".", ",").replace("%", " %") if lang == "fr" else text


class FightLines:
    """Tells a fight in the words of its game."""

    def __init__(self, game: AnyGame, lang: str) -> None:
        self.label: Callable[[str], str] = lambda key: heading(game, key, lang)
        self.lang, self.colon = lang, colon(lang)

    def odds(self, found: Odds) -> Iterator[str]:
        """Yield the fight under way: each case, then what it may come to."""
        yield found["note"]
        for case in found["cases"]:
            yield f"{case['names'].get(self.lang) or case['names']['en']}{self.colon.rstrip()}"
            for line in self.lines(case["reckoning"]):
                yield f"  {line}"
            chances = {chance["result"]: chance["chance"]["p"] for chance in case["chances"]}
            if chances:
                yield f"  {self._chances(chances)}"
            for mean in case["means"]:
                yield f"  {mean['text']}{self.colon}{self._figure(mean['value']['value'])}"
        if "outlook" in found:
            outlook = found["outlook"]
            yield f"{self.label('outlook')}{self.colon}{outlook['note']}"
            for mean in outlook["means"]:
                value = mean["value"]["value"]
                said = self._figure(value, ".1%" if mean["is_chance"] else ".2f")
                yield f"  {mean['text']}{self.colon}{said}"
            for gain in outlook["gains"]:
                change, taken = gain["change"]["value"], gain["taken"]["value"]
                told = f"{self._figure(change, '+.2f')}, {self._figure(taken, '.1%')}"
                yield f"  {gain['text']} [{gain['rule']}]{self.colon}{told}"

    def _figure(self, value: float, form: str = ".2f") -> str:
        return figure(value, form, self.lang)

    def lines(self, found: Reckoning) -> Iterator[str]:
        """Yield the arithmetic of a fight."""
        yield f"{self.label('target')}{self.colon}{', '.join(found['targets'])}"
        for key in ("attackers", "supports", "defence_supports"):
            named = {"attackers": found["attackers"], "supports": found["supports"]}
            pieces = named.get(key, found["defence_supports"])
            if pieces:
                yield f"{self.label(key)}{self.colon}{', '.join(pieces)}"
        if found["hidden"]:
            yield f"{self.label('hidden')}{self.colon}{found['hidden']}"
        for key, side in (("attack", found["attack"]), ("defence", found["defence"])):
            if side is not None:
                yield f"{self.label(key)}{self.colon}{self._sum(side)}"
        if found["ratio"]:
            yield f"{self.label('ratio')}{self.colon}{found['ratio']}"
        if found["shifts"]:
            yield f"{self.label('shifts')}{self.colon}{self._modifiers(found['shifts'])}"
        if found["column"]:
            yield f"{self.label('column')}{self.colon}{found['column']}"
        if found["modifiers"]:
            yield f"{self.label('die')}{self.colon}{self._modifiers(found['modifiers'])}"
        for limit in found["limits"]:
            yield reason_text(limit)

    def _sum(self, side: Sum) -> str:
        factors = " + ".join(self._factor(factor) for factor in side["factors"])
        then = " ; " if self.lang == "fr" else "; "
        changes = "".join(
            f"{then}{change['text']}{self.colon}{change['value']} [{change['rule']}]"
            for change in side["changes"]
        )
        total = f"{side['sum']}{changes}" if changes else f"{side['total']}"
        return f"{total} = {factors}" if factors else total

    def _factor(self, factor: Factor) -> str:
        changes = [
            f"{change['text']}{self.colon}{change['value']} [{change['rule']}]"
            for change in factor["changes"]
        ]
        if not changes:
            return f"{factor['piece']} {factor['value']}"
        return f"{factor['piece']} {factor['value']} ({factor['printed']}, {', '.join(changes)})"

    def _modifiers(self, found: list[Modifier]) -> str:
        return ", ".join(f"{one['value']:+d} {one['text']} [{one['rule']}]" for one in found)

    def _chances(self, chances: Mapping[str, str]) -> str:
        told = ", ".join(f"{result} {chance}" for result, chance in chances.items())
        return f"{self.label('results')}{self.colon}{told}"

    def attack(self, note: str, found: Reckoning, chances: Mapping[str, str]) -> Iterator[str]:
        """Yield an attack that could be made."""
        yield from self.lines(found)
        if chances:
            yield self._chances(chances)
        yield note


def inspected(
    game: AnyGame, state: State, seat: Seat, lang: str, piece: str | None
) -> dict[str, object]:
    """Return what a seat may ask of a position; with a piece, its reach alone."""
    if not piece:
        return {**game.inspect(state, seat, lang)}
    return {"reach": {**game.reach(state, seat, game.piece_number(state, piece), lang)}}
