"""Every sentence of both languages, of all games, the client, the commands and the lessons, is
walked through a list of forms: what a French or English wargamer would not write."""

from __future__ import annotations

import csv
import re
import tomllib
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest

from grognard.engine.game import Event
from grognard.engine.registry import game
from grognard.engine.session import Session
from grognard.engine.texts import Enumerated, is_one, with_forms
from grognard.games.eastfront.words import texts as luga_texts
from grognard.games.petrograd.words import log_texts as petrograd_texts

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
    (r"\bZdC\b|\bPdM\b|\bPE\b|\bCL\b|\bTRC\b|\bLdR\b", "a French abbreviation"),
    (r"\ba (?:SP|MP|HQ)s?\b(?<!an HQ)(?! unit)", "an SP, an MP, an HQ"),
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
    (r"\bil n'est pas \w+ine\b|\belle n'est pas \w+in\b", "it agrees with what it is about"),
    (r"\bchoix scellé|\bsur-empil|\bcolonnes? de ravitaillement\b", "another word in the glossary"),
    (r"\bretrait(?:e|ent) de \{", "bat en retraite"),
    (r"\b[Pp]rendre ce pas\b", "a step is suffered: subir"),
    (r"\bcensée?s?\b(?! )|\bsont censés ne\b", "supposé"),
    (r'"[^"]{3,}"', "guillemets go « so »"),
    (r"«(?! )|(?<! )»", "a blank goes within guillemets"),
    (r"\.\.\.(?<! \.\.\.)", "a blank goes before the dots of something going on"),
    (r"\d(?:er|è|ème)s?\b(?<!1er)", "1er, 2e"),
    (r"\b(?:MP|ZOCs?|SP|CRT)\b", "an English abbreviation"),
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


@pytest.mark.parametrize("name", ["bautzen", "petrograd", "luga"])
def test_the_log_of_a_game_has_none_of_these_forms(name: str) -> None:
    """Two thousand random answers, in the words of the log, both languages."""
    rng = Random(12)
    session = Session.begin(game(name), players={}, rng=rng)
    for _ in range(2000):
        if session.state.is_over:
            break
        options = session.state.options()
        session.play(options[rng.randrange(len(options))])
    for lang, forms in (("en", ENGLISH), ("fr", FRENCH)):
        lines = session.log(lang)
        assert len(lines) > 100
        found = [
            f"{why}: {line}"
            for line in lines
            for pattern, why in forms
            if why not in OF_IDS and re.search(pattern, line)
        ]
        assert not found, "\n" + "\n".join(found[:20])


OF_IDS = ("a French abbreviation", "HQ in English")
"""Forms that the names of counters have by right: those of Bautzen are the same in any language."""
PLURAL = {
    "petrograd": {"W-AC": "Autos blindées avancent", "R-AKr": "Canons de Cronstadt avancent"},
    "luga": {"S-94": "LKAU) avancent", "S-519": "519e Rgt d'obusiers avance "},
}


@pytest.mark.parametrize("name", PLURAL)
def test_a_counter_with_a_plural_name_has_its_verb_in_the_plural(name: str) -> None:
    rules = game(name)
    state: Any = Session.begin(rules, players={}, rng=Random(1)).state
    for id_, words in PLURAL[name].items():
        facts = {"side": 1, "pieces": (state.scenario.by_id[id_],), "start": 100, "hex": 101}
        line = rules.describe(state, Event("advanced", "8.2.7", facts), "fr", None)
        assert words in line, line


@pytest.mark.parametrize("name", PLURAL)
def test_what_plural_names_look_like_fits_some_counters_and_not_most(name: str) -> None:
    texts = {"petrograd": petrograd_texts, "luga": luga_texts}[name]()
    file = next(GAMES.rglob(f"{'luga' if name == 'luga' else 'petrograd/data'}/pieces.csv"))
    rows = [*csv.DictReader(file.read_text(encoding="utf-8").splitlines())]
    for lang, column in (("en", "name"), ("fr", "name_fr")):
        pattern = texts.sentence("counters.plural", lang)
        many = [row[column] for row in rows if re.search(pattern, row[column])]
        assert 5 < len(many) < len(rows) / 3
        assert not [row["name_fr"] for row in rows if re.search(r"\b1e\b", row["name_fr"])]


@pytest.mark.parametrize("name", ["bautzen", "petrograd", "luga"])
def test_what_is_printed_is_printed_in_french_too(name: str) -> None:
    """Words of tables have their French beside them, and are no keys of the texts."""
    rules = game(name)
    for table in rules.printed(rules.load())["tables"]:
        written = {row["label"] for row in table["rows"]} | {*table["columns"]}
        written |= {cell for row in table["rows"] for cell in row["cells"]}
        words = table.get("words", {})
        for text in written:
            assert not re.match(r"[a-z]+\.[a-z_.]+$", text), f"{table['id']}: {text} is a key"
            if text not in words and re.search(r"[a-z]{4}", text):
                assert text in ALIKE or re.match(r"\d{4} [A-Z]", text), f"{table['id']}: {text}"


ALIKE = ("village", "Petrograd", "points")
"""Words of tables that are the same in both languages."""
