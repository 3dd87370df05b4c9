"""One page of HTML with everything in it: figures in words, tables and pictures."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any, Final

from grognard.lab.pictures import spoken_history
from grognard.lab.setting import changed
from grognard.lab.words import Speech, listed

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from grognard.engine.measure import Landmark
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


def page(
    title: str,
    tally: Tally,
    pictures: Sequence[Picture],
    scenario: str,
    say: Speech | None = None,
    landmarks: Sequence[Landmark] = (),
) -> str:
    """Return the report of a simulation of the scenario of that name."""
    summary, say = tally.summary(), say or Speech()
    body = [
        f"<h1>{escape(title)}</h1>",
        f"<p>{escape(_played(tally, say))}</p>",
        *(f"<p>{escape(line)}</p>" for line in _findings(tally, summary, say)),
        *_figures(pictures),
        *_held_table(tally, landmarks, say),
        f"<h2>{escape(say('page.losses'))}</h2>",
        *_loss_table(summary, say),
        f"<h2>{escape(say('page.setting'))}</h2>",
        *_setting(tally.setting, scenario, say),
    ]
    return document(title, body, say.lang)


def document(title: str, body: Iterable[str], lang: str = "en") -> str:
    """Return a page that needs no other file."""
    return (
        f'<!doctype html>\n<html lang="{lang}">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n"
        + "\n".join(body)
        + "\n</body>\n</html>\n"
    )


def _played(tally: Tally, say: Speech) -> str:
    players = say("page.against").join(tally.setting.players)
    key = "page.played_swapped" if tally.setting.swap else "page.played"
    return say(key, games=tally.games, players=players)


def _findings(tally: Tally, summary: Mapping[str, Any], say: Speech) -> Iterator[str]:
    for seat, rate in summary["win_rates"].items():
        games, share = summary["wins"][seat], say.share(rate)
        yield say("page.won", side=say.side(seat), games=games, share=share)
    if tally.setting.swap:
        for score in summary["scores"]:
            points, share = say.number(score["points"], "g"), say.share(score)
            yield say("page.scored", player=score["player"], points=points, share=share)
    first = tally.seats[0]
    rate = tally.score(first)
    if rate.low <= 0.5 <= rate.high:
        yield say("page.even")
    else:
        side = first if rate.low > 0.5 else tally.seats[1]
        yield say("page.favours", side=say.side(side))
    if "margins" in summary:
        yield say("page.margin", mean=say.mean(summary["margins"]))


def _figures(pictures: Sequence[Picture]) -> Iterator[str]:
    for picture in pictures:
        yield f"<h2>{escape(picture.title)}</h2>"
        caption = f"<figcaption>{escape(picture.caption)}</figcaption>"
        yield f'<figure id="{escape(picture.name)}">{picture.svg()}{caption}</figure>'


def _loss_table(summary: Mapping[str, Any], say: Speech) -> Iterator[str]:
    lost = summary.get("steps_lost")
    if not lost:
        yield f"<p>{escape(say('page.no_losses'))}</p>"
        return
    turns = range(1, 1 + max(len(side["by_turn"]) for side in lost.values()))
    yield table(
        [say("page.side"), *(say("page.turn", turn=turn) for turn in turns), say("page.whole")],
        [
            [
                say.side(seat),
                *(say.number(value, ".2f") for value in side["by_turn"]),
                say.number(side["total"]["value"], ".2f"),
            ]
            for seat, side in lost.items()
        ],
    )


def _held_table(tally: Tally, landmarks: Sequence[Landmark], say: Speech) -> Iterator[str]:
    """Yield who held the landmarks at the end of each turn, with history in brackets."""
    known = [landmark for landmark in landmarks if landmark.hex in tally.held]
    if not known:
        return
    shares = {landmark: tally.held_by_turn(landmark.hex, 0) for landmark in known}
    turns = sorted({turn for found in shares.values() for turn in found})
    yield f"<h2>{escape(say('held.title'))}</h2>"
    heading = [say("held.place"), *(say("page.turn", turn=turn) for turn in turns)]
    yield table(
        heading,
        [
            [
                landmark.name,
                *(
                    f"{say.number(100 * found[turn].value, '.0f')} %"
                    f" ({spoken_history(landmark, turn, tally.seats, say)})"
                    if turn in found
                    else ""
                    for turn in turns
                ),
            ]
            for landmark, found in shares.items()
        ],
    )
    caption = say("held.caption", side=say.side(tally.seats[0]))
    yield f'<p class="small">{escape(caption)}</p>'


def table(heading: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a table."""
    head = "".join(f"<th>{escape(cell)}</th>" for cell in heading)
    body = "".join(
        "<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in rows
    )
    return f"<table><tr>{head}</tr>{body}</table>"


def _setting(setting: Setting, scenario: str, say: Speech) -> Iterator[str]:
    seconds = f"{say.number(setting.seconds, 'g')} s"
    options = ", ".join(f"{key} = {value}" for key, value in setting.options)
    rows = {
        "game": setting.game,
        "rules": setting.rules or say("page.not_said"),
        "scenario": scenario,
        "players": ", ".join(setting.players),
        "seed": str(setting.seed),
        "thinking": say("page.nodes", nodes=setting.nodes) if setting.nodes else seconds,
        "options": options or say("none"),
        "edits": listed(changed(setting), say) or say("none"),
        "run": setting.digest,
    }
    heading = [say("page.what"), say("page.value")]
    yield table(heading, [(say(f"page.{name}"), value) for name, value in rows.items()])
    small = say("page.small", confidence=say.percent(0.95))
    yield f'<p class="small">{escape(small)}</p>'
