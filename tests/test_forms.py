"""Every sentence of both languages, of all games, the client, the commands and the lessons, is
walked through a list of forms: what a French or English wargamer would not write."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest

from grognard.engine.texts import Enumerated, is_one, with_forms

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parents[1]
GAMES = ROOT / "src" / "grognard" / "games"


class Said(NamedTuple):
    """A sentence, and where it stands."""

    place: str
    lang: str
    text: str


def in_tables() -> Iterator[Said]:
    """Yield what stands in the text files: tables with ``en`` and ``fr``, at any depth."""
    files = [*GAMES.rglob("*.toml"), *(ROOT / "src/grognard").rglob("*/words.toml")]
    files += [*(ROOT / "src/grognard").rglob("*/texts.toml")]
    for file in dict.fromkeys(files):
        data = tomllib.loads(file.read_text(encoding="utf-8"))
        yield from _walk(data, file.relative_to(ROOT).as_posix())


def _walk(value: Any, place: str) -> Iterator[Said]:
    if isinstance(value, list):
        for number, each in enumerate(value):
            yield from _walk(each, f"{place}[{number}]")
    elif isinstance(value, dict):
        if isinstance(value.get("en"), str) and isinstance(value.get("fr"), str):
            yield from (Said(place, lang, value[lang]) for lang in ("en", "fr"))
        for key, each in value.items():
            if key.endswith(("_en", "_fr")) and isinstance(each, str):
                yield Said(f"{place}/{key}", key[-2:], each)
            yield from _walk(each, f"{place}/{key}")


def in_client() -> Iterator[Said]:
    """Yield the client's own sentences."""
    pattern = re.compile(
        r'^\s*"([\w.]+)": \[("(?:[^"\\]|\\.)*"), ("(?:[^"\\]|\\.)*")\],$', re.MULTILINE
    )
    for file in (ROOT / "web/src").glob("texts*.ts"):
        for key, english, french in pattern.findall(file.read_text(encoding="utf-8")):
            yield Said(f"{file.name}/{key}", "en", english[1:-1])
            yield Said(f"{file.name}/{key}", "fr", french[1:-1])


ALL = [*in_tables(), *in_client()]
NUMBERS = r"(?:count|number|points|now|steps|hexes|lost|lines|moves|combats|combatants|turns)"
ENGLISH = [
    (
        r"\{" + NUMBERS + r"\} (?:more )?(?:steps|hexes|units|moves|lines|attacks)\b",
        "a plural for 1",
    ),
    (r"\bQG\b", "HQ in English"),
    (r"\bhex\. [a-z]", "a French abbreviation"),
    (r"\bZdC\b|\bPdM\b", "a French abbreviation"),
    (r" [;:!?](?:\s|$)", "a blank before a stop"),
    (r"\(s\)", "a plural in brackets"),
]
FRENCH = [
    (r"[^\s\d\[(«{/][;!?](?:\s|$)", "a blank goes before ; ! ?"),
    (r"[a-zéèàù)]: ", "a blank goes before a colon"),
    (r"\bHQs?\b", "QG in French"),
    (r"^[Pp]lus d(?:e |')(?!temps)", "reads as more of it: pas d'autre"),
    (r"\bAttaque X\b(?! )|\bAttaque (?:Allemand|Allié|Blancs|Rouges)\b", "attack is feminine"),
    (r"\(s\)|\(e\)", "an ending in brackets"),
    (r"\b(?:the|with|and|from|which|hexes|steps|retreats)\b", "English"),
    (r"\bcamp (?:Blancs|Rouges)\b", "a side in the plural after camp"),
    (r"\boverlay|\bstacking\b|\bzone of control\b", "English"),
]


def spoken(text: str, lang: str) -> str:
    """Return a sentence without the names of its facts; in French, where they say nothing."""
    return re.sub(r"\{\w+(?::[+\d]\w*)?\}", "X", text) if lang == "fr" else text


@pytest.mark.parametrize(("lang", "forms"), [("en", ENGLISH), ("fr", FRENCH)])
def test_no_sentence_has_a_form_that_nobody_would_write(
    lang: str, forms: list[tuple[str, str]]
) -> None:
    found = [
        f"{said.place}: {why}: {said.text[:120]}"
        for said in ALL
        if said.lang == lang
        for pattern, why in forms
        if re.search(pattern, spoken(said.text, lang))
    ]
    assert not found, "\n" + "\n".join(found)


def test_the_walk_sees_all_games_the_client_the_commands_and_the_lessons() -> None:
    places = {said.place.split("/data/")[0].split("[")[0] for said in ALL}
    assert len(ALL) > 1500
    for wanted in ("games/bautzen", "games/petrograd", "commands/words.toml", "texts.ts"):
        assert any(wanted in place for place in places), wanted
    assert any("lessons" in said.place for said in ALL)


def test_the_list_of_forms_would_notice() -> None:
    bad = {
        "en": ["loses {steps} steps", "the QG of", "1 step(s)", "Really ?"],
        "fr": ["Vraiment?", "le HQ", "Attaque Allemand sur", "unité(s)", "the hex", "note: ici"],
    }
    for lang, forms in (("en", ENGLISH), ("fr", FRENCH)):
        for sentence in bad[lang]:
            assert any(re.search(pattern, sentence) for pattern, _ in forms), sentence


def test_the_forms_go_with_the_number_or_with_what_is_listed() -> None:
    assert with_forms("{n} {n:pas perdu|pas perdus}", "fr", {"n": 0}) == "{n} pas perdu"
    assert with_forms("{n} {n:step|steps}", "en", {"n": "0"}) == "{n} steps"
    several = Enumerated.of("A and B", 2)
    assert with_forms("{p} {p:retreats|retreat}", "en", {"p": several}) == "{p} retreat"
    assert with_forms("{p} {p:retreats|retreat}", "en", {"p": "A"}) == "{p} retreats"
    assert with_forms("{n:point|points}", "en", {"n": "{now}"}) == "{{n:point|points}}"
    assert is_one(1.5, "fr")
    assert not is_one(1.5, "en")
