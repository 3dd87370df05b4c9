"""One page of HTML with everything in it: figures in words, tables and pictures."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any, Final

from grognard.lab.words import mean_in_words, percent, share_in_words

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from grognard.lab.pictures import Picture
    from grognard.lab.setting import Setting
    from grognard.lab.tally import Tally

STYLE: Final = """
body { font: 16px/1.5 system-ui, sans-serif; max-width: 56rem; margin: 2rem auto; padding: 0 1rem;
  color: #1f2937; background: #fff; }
h1 { line-height: 1.2; } h2 { margin-top: 2.5rem; }
figure { margin: 0; } figure svg { max-width: 100%; height: auto; }
figcaption, .small { color: #6b7280; font-size: 0.875rem; }
table { border-collapse: collapse; } th, td { padding: 0.2rem 0.8rem; text-align: right; }
th:first-child, td:first-child { text-align: left; } tr + tr { border-top: 1px solid #e5e7eb; }
"""


def page(title: str, tally: Tally, pictures: Sequence[Picture]) -> str:
    """Return the report of a simulation."""
    summary = tally.summary()
    body = [
        f"<h1>{escape(title)}</h1>",
        f"<p>{escape(_played(tally))}</p>",
        *(f"<p>{escape(line)}</p>" for line in _findings(tally, summary)),
        *_figures(pictures),
        "<h2>Steps lost</h2>",
        *_loss_table(summary),
        "<h2>What was played</h2>",
        *_setting(tally.setting),
    ]
    return document(title, body)


def document(title: str, body: Iterable[str]) -> str:
    """Return a page that needs no other file."""
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n"
        + "\n".join(body)
        + "\n</body>\n</html>\n"
    )


def _played(tally: Tally) -> str:
    players = " against ".join(tally.setting.players)
    swap = ", sides swapped in every second game" if tally.setting.swap else ""
    return f"{tally.games} games, {players}{swap}."


def _findings(tally: Tally, summary: Mapping[str, Any]) -> Iterator[str]:
    for seat, rate in summary["win_rates"].items():
        yield f"{seat} won {summary['wins'][seat]} games: {share_in_words(rate)}."
    if tally.setting.swap:
        for score in summary["scores"]:
            yield f"{score['player']} scored {score['points']:g}: {share_in_words(score)}."
    first = tally.seats[0]
    rate = tally.score(first)
    if rate.low <= 0.5 <= rate.high:
        yield "These games do not show that either side has the better chances."
    else:
        side = first if rate.low > 0.5 else tally.seats[1]
        yield f"With these players the game favours {side}: even chances lie outside the interval."
    if "margins" in summary:
        yield f"Mean margin: {mean_in_words(summary['margins'])}."


def _figures(pictures: Sequence[Picture]) -> Iterator[str]:
    for picture in pictures:
        yield f"<h2>{escape(picture.title)}</h2>"
        caption = f"<figcaption>{escape(picture.caption)}</figcaption>"
        yield f'<figure id="{escape(picture.name)}">{picture.svg()}{caption}</figure>'


def _loss_table(summary: Mapping[str, Any]) -> Iterator[str]:
    lost = summary.get("steps_lost")
    if not lost:
        yield "<p>This game does not measure its losses.</p>"
        return
    turns = range(1, 1 + max(len(side["by_turn"]) for side in lost.values()))
    yield table(
        ["side", *(f"turn {turn}" for turn in turns), "game"],
        [
            [seat, *(f"{value:.2f}" for value in side["by_turn"]), f"{side['total']['value']:.2f}"]
            for seat, side in lost.items()
        ],
    )


def table(heading: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a table."""
    head = "".join(f"<th>{escape(cell)}</th>" for cell in heading)
    body = "".join(
        "<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in rows
    )
    return f"<table><tr>{head}</tr>{body}</table>"


def _setting(setting: Setting) -> Iterator[str]:
    rows = [
        ("game", setting.game),
        ("players", ", ".join(setting.players)),
        ("seed", str(setting.seed)),
        ("thinking", f"{setting.nodes} nodes" if setting.nodes else f"{setting.seconds:g} s"),
        ("options", ", ".join(f"{key} = {value}" for key, value in setting.options) or "none"),
        ("changed values", "; ".join(setting.edits) or "none"),
        ("run", setting.digest),
    ]
    yield table(["what", "value"], rows)
    yield (
        f'<p class="small">Shares have Wilson intervals of {percent(0.95)} confidence; means have '
        "normal ones. The same setting and seed give the same games.</p>"
    )
