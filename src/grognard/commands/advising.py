"""What a bot would do and why, printed for people."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from grognard.commands.shared import words

if TYPE_CHECKING:
    from rich.console import Console

    from grognard.bots.advice import Advice, Weighed

LINES: Final = 8
"""How many candidates are printed."""


def tell(console: Console, advice: Advice, lang: str, seat: str = "") -> None:
    """Print an answer and the candidates for it: a hint or, of a seat, what it has decided."""
    for line in lines(advice, lang, seat):
        console.print(line)


def lines(advice: Advice, lang: str, seat: str = "") -> list[str]:
    """Return an answer and the candidates for it, line by line; ``*`` marks the one taken."""
    say = words().say
    answers = say("hint.and", lang).join(step.label for step in advice.steps)
    facts = {"level": advice.level, "answers": answers, "rule": advice.rule, "seat": seat}
    head = say("explained" if seat else "hint", lang, **facts)
    if not advice.candidates:
        return [f"{head} - {say('weighed.nothing', lang)}"]
    told = [head, f"  {say(f'weighed.{advice.candidates[0].unit}', lang)}"]
    told += [_line(weighed, lang) for weighed in advice.candidates[:LINES]]
    more = len(advice.candidates) - LINES
    return [*told, f"    {say('weighed.more', lang, number=more)}"] if more > 0 else told


def _line(weighed: Weighed, lang: str) -> str:
    mark = "*" if weighed.is_chosen else " "
    reason = f" ({weighed.reason})" if weighed.reason else ""
    return f"  {mark} {_number(weighed, lang):>8}  {weighed.text}{reason}"


def _number(weighed: Weighed, lang: str) -> str:
    """Return the value of a candidate as people read it."""
    match weighed.unit:
        case "chance":
            text = f"{100 * weighed.value:.1f} %"
        case "odds":
            text = f"{weighed.value:.1f}:1"
        case _:
            text = f"{weighed.value:+.1f}"
    return text.replace(".", ",") if lang == "fr" else text
