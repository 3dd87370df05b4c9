"""``grognard odds``: what people see, what programs read, and what is refused."""

from __future__ import annotations

import argparse
import json
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import grognard
from grognard.games.eastfront.charts import CHARTS, Feature
from grognard.games.petrograd.combat import CLAUSES
from grognard.odds import add_parser
from grognard.odds.language import FRENCH, language_of_locale

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from grognard.odds.language import Speaker
    from grognard.odds.report import Report

PETROGRAD = (
    "petrograd --attack 8 --defence 4 --attacker-morale 5 --defender-morale 3 "
    "--attacker-quality 4 --defender-quality 3 --terrain 1"
)


def run(line: str) -> int:
    parser = argparse.ArgumentParser("grognard")
    add_parser(parser.add_subparsers(required=True))
    arguments = parser.parse_args(["odds", *line.split()])
    code: int = arguments.handler(arguments)
    return code


def read(line: str, capsys: pytest.CaptureFixture[str]) -> dict[str, Any]:
    assert run(f"{line} --json --lang en") == 0
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


def shifts(found: dict[str, Any], unit: str = "shift") -> dict[str, int]:
    return {modifier["rule"]: modifier[unit] for modifier in found["modifiers"]}


def test_petrograd_json_has_column_modifiers_outcomes_and_fractions(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """PG-7a, PG-7b, PG-7k - the example of the help."""
    found = read(PETROGRAD, capsys)
    assert (found["column"], found["shift"]) == ("2d6+2", 2)
    assert shifts(found) == {"PG-7a": 2, "PG-7b": 1, "PG-7k": -1}
    nine = next(outcome for outcome in found["outcomes"] if outcome["column"] == "9")
    assert (nine["p"], nine["attacker"], nine["defender"]) == ("1/6", "1 a / d", "rd")
    assert nine["probability"] == pytest.approx(1 / 6)
    assert nine["dice"] == [[1, 6], [2, 5], [3, 4], [4, 3], [5, 2], [6, 1]]
    assert nine["choices"][0]["owner"] == "attacker"
    assert sum(outcome["probability"] for outcome in found["outcomes"]) == pytest.approx(1)
    four = next(outcome for outcome in found["outcomes"] if outcome["column"] == "4")
    assert four["restored"] == ["attacker"]
    assert found["summary"]["attacker_wins"]["p"] == "13/18"
    assert found["extra_loss"] == 1


@pytest.mark.parametrize(
    ("flags", "expected"),
    [
        ("--attacker-quality 5", {"PG-7b": 2}),
        ("--attacker-support 1", {"PG-7c": 1}),
        ("--defender-support 1", {"PG-7c": -1}),
        ("--attacker-armoured-cars 1", {"PG-7d": 1}),
        ("--attacker-tanks 1", {"PG-7d": 1, "PG-7e": 1}),
        ("--attacker-air 1", {"PG-7c": 1, "PG-7f": 1}),
        ("--night", {"PG-7g": 1}),
        ("--night --army red", {}),
        ("--attacker-hq 2", {"PG-7h": 2}),
        ("--defender-hq 1", {"PG-7h": -1}),
        ("--defender-encircled", {"PG-7i": 2}),
        ("--attacker-cavalry 5 --clear", {"PG-7j": 1}),
        ("--terrain 1 --entrenchment 1", {"PG-7k": -2}),
        ("--attack-halved 1", {"PG-7a": -2}),
    ],
)
def test_every_modifier_of_petrograd_has_a_flag(
    flags: str, expected: dict[str, int], capsys: pytest.CaptureFixture[str]
) -> None:
    """PG-7a to PG-7k, PG-8 - each flag alone on an even combat."""
    even = "petrograd --attack 4 --defence 4 --attacker-morale 3 --defender-morale 3"
    found = read(f"{even} {flags}", capsys)
    expected = {rule: value for rule, value in expected.items() if value}
    assert shifts(found) == expected


def test_rows_move_with_encirclement_and_trotsky(capsys: pytest.CaptureFixture[str]) -> None:
    """PG-2a, PG-2b - the rows that are read."""
    line = "petrograd --attack 4 --defence 4 --attacker-morale 3 --defender-morale 3"
    found = read(f"{line} --attacker-encircled --defender-trotsky", capsys)
    assert found["rows"] == {"attacker": "m2", "defender": "m5"}
    red = read(f"{line} --attacker-trotsky --night", capsys)
    assert red["rows"]["attacker"] == "m5"
    assert shifts(red) == {}


def test_a_side_may_be_given_by_its_units(capsys: pytest.CaptureFixture[str]) -> None:
    """PG-1c, PG-8 - 4 PE of quality 5 and 3 disorganised PE against 4."""
    found = read("petrograd --attackers 4:5:5,3:4:4:d --defenders 4:3:3", capsys)
    assert shifts(found) == {"PG-7b": 2}
    assert found["rows"] == {"attacker": "m5", "defender": "m3"}
    assert found["extra_loss"] == 1


def test_the_objective_may_be_weighed_by_the_asker(capsys: pytest.CaptureFixture[str]) -> None:
    """PG-5a - three times the hex is worth three times the chance."""
    wanted = read(f"{PETROGRAD} --objective hex", capsys)["value"]["value"]
    weighed = read(f"{PETROGRAD} --weight hex=3", capsys)
    assert weighed["objective"] == "weights"
    assert weighed["value"]["value"] == pytest.approx(3 * wanted)


def test_gains_say_what_one_more_would_add(capsys: pytest.CaptureFixture[str]) -> None:
    """PG-7a - the next ratio needs 12."""
    found = read(f"{PETROGRAD} --gains --objective hex", capsys)
    assert {"rule": "PG-7a", "what": "attack for the next ratio", "amount": 12, "value": "5/6"} in (
        found["gains"]
    )


@pytest.mark.parametrize(
    ("line", "drm"),
    [
        ("overrun --attack 17 --defence 3", {"EF-11.4c": 2}),
        (
            "overrun --attack 16 --defence 3 --forest",
            {"EF-11.4c": 2, "EF-11.4e": 2, "EF-11.4f": -1},
        ),
        ("overrun --attack 18 --defence 3 --marker", {"EF-11.4d": -1}),
        ("overrun --attack 7 --defence 1 --other --soft", {"EF-11.4d": -1}),
        ("overrun --attack 36 --defence 3 --town --engineer", {"EF-11.4c": -2, "EF-11.4e": 2}),
        ("retreat --german", {"EF-16.6.6b": -2}),
        ("retreat --forest --artillery", {"EF-16.6.6c": -2, "EF-16.6.6d": 2}),
        ("surrender --headquarters", {"EF-21b": 1}),
        ("surrender --nkvd --city", {"EF-21c": 1, "EF-21d": 1}),
        ("surrender --emergency --militia", {"EF-21e": -1, "EF-21g": -1}),
        ("surrender --out-of-supply --coastal", {"EF-21f": -2, "EF-21h": -2}),
        ("combat --attack 9 --defence 3 --combined-arms", {"EF-CA": -1}),
        ("combat --attack 9 --defence 3 --combined-arms --defender-antitank", {}),
        (
            "combat --attack 9 --defence 3 --panzer-divisions 1 --motorised-divisions 2",
            {"EF-PDIa": -2},
        ),
        ("combat --attack 9 --defence 3 --river", {"EF-15.6": 1}),
        ("combat --attack 9 --defence 3 --fortified-line", {"EF-15.6": 1}),
        ("combat --attack 9 --defence 3 --air", {"EF-15.6": -1}),
        ("combat --attack 9 --defence 3 --defending-air", {"EF-15.6": 1}),
        ("combat --attack 9 --defence 3 --defender-out-of-supply", {"EF-15.6": -1}),
        ("combat --attack 9 --defence 3 --marker", {"EF-15.6": -1}),
        ("combat --attack 9 --defence 3 --no-attack-supply", {"EF-15.6": 2}),
        ("combat --attack 9 --defence 3 --city", {"EF-15.6": 1}),
        ("combat --attack 9 --defence 3 --town --weather mud", {"EF-15.6": 1}),
        ("combat --attack 9 --defence 3 --order no-retreat", {"EF-14": 1}),
    ],
)
def test_every_modifier_of_east_front_has_a_flag(
    line: str, drm: dict[str, int], capsys: pytest.CaptureFixture[str]
) -> None:
    """EF-11.4c to f, EF-16.6.6b to d, EF-21b to h, EF-CA, EF-PDIa - flag, rule and value."""
    found = read(f"eastfront {line}", capsys)
    assert shifts(found, "drm") == drm
    assert found["drm"] == sum(drm.values())


def test_the_seeds_overrun_on_the_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    """EF-EX - 17 against 3: 5-1, +2, half of all throws; no flag for arms or divisions."""
    found = read("eastfront overrun --attack 17 --defence 3", capsys)
    assert found["column"] == "5-1"
    assert [(line["printed"], line["p"]) for line in found["outcomes"]] == [
        ("3-7", "1/2"),
        ("8-10", "3/10"),
        ("11+", "1/5"),
    ]
    with pytest.raises(SystemExit) as stop:
        run("eastfront overrun --attack 17 --defence 3 --combined-arms")
    assert stop.value.code == 2


def test_several_overruns_in_sequence(capsys: pytest.CaptureFixture[str]) -> None:
    """EF-11.4d - 50 % and then 60 % with the marker."""
    found = read("eastfront overrun --attack 16 --defence 3 --times 2 --defences 3,2", capsys)
    assert found["summary"]["all_succeed"]["p"] == "3/10"


def test_the_artillery_choice_is_reported(capsys: pytest.CaptureFixture[str]) -> None:
    """EF-16.6.6e - eliminate the howitzers."""
    found = read("eastfront retreat --steps 2 --artillery 1", capsys)
    assert found["artillery"]["chosen"] == "eliminate"
    assert found["summary"]["success"]["p"] == "1/10"


def test_an_attack_with_its_parts(capsys: pytest.CaptureFixture[str]) -> None:
    """EF-AA - armour halved into a city, the best order, attrition of the first step."""
    line = "eastfront combat --attack 20 --armour 8 --defence 4 --city --defender-armour"
    found = read(f"{line} --order best --attacker-steps 6 --defender-steps 3", capsys)
    assert found["column"] == "4-1"
    assert found["reconstructed"] is True
    assert found["order"] in ("none", "no-retreat", "additional-retreat")
    first = {outcome["line"]: outcome["attacker_first_loss"] for outcome in found["outcomes"]}
    assert first["1*/1R"] == "armour"
    assert first["-/1R"] is None


@pytest.mark.parametrize(
    ("line", "rule"),
    [
        ("petrograd --attack 8 --defence 0 --attacker-morale 5 --defender-morale 3", "PG-7a"),
        ("petrograd --attack 8 --defence 4 --attacker-morale 9 --defender-morale 3", "PG-2c"),
        ("petrograd --defence 4 --attacker-morale 5 --defender-morale 3", "PG-7a"),
        ("petrograd --attack 8 --defence 4 --attacker-morale 5", "PG-1b"),
        ("eastfront overrun --attack 16 --defence 3 --weather mud", "EF-11.4g"),
        ("eastfront overrun --attack 16 --defence 3 --swamp", "EF-11.4g"),
        ("eastfront overrun --attack 16 --defence 4", "EF-11.4b"),
        ("eastfront overrun --attack 16 --defence 3 --out-of-supply", "EF-11.4"),
        ("eastfront retreat --vacant 0", "EF-16.6.6a"),
        ("eastfront surrender --axis", "EF-21"),
        ("eastfront combat --attack 1 --defence 9", "EF-12"),
        ("eastfront combat --attack 5 --armour 9 --defence 3", "EF-15"),
        ("eastfront combat --attack 9 --defence 3 --order best", "EF-14"),
    ],
)
@pytest.mark.parametrize("language", ["en", "fr"])
def test_impossible_input_names_the_rule_on_one_line_and_exits_2(
    line: str, rule: str, language: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """PG-2c, PG-7a, EF-11.4b, EF-11.4g - morale 9, a zero defence, an overrun in mud."""
    assert run(f"{line} --lang {language}") == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.count("\n") == 1
    assert captured.err.startswith(f"grognard odds: {rule}: ")


@pytest.mark.parametrize(
    "line",
    [
        "petrograd --attackers 4:5 --defenders 4:3:3",
        "petrograd --attackers 4:5:5:x --defenders 4:3:3",
        f"{PETROGRAD} --weight speed=1",
        f"{PETROGRAD} --weight hex=x",
        "eastfront surrender --emergency --out-of-supply",
        "eastfront overrun",
        "chess",
    ],
)
def test_wrong_usage_exits_2(line: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stop:
        run(line)
    assert stop.value.code == 2
    assert "usage:" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", ["ratio of attack to defence", "the hex is taken", "restored"]),
        ("fr", ["rapport de l'attaque", "l'hexagone est pris", "restituée"]),
    ],
)
def test_people_see_the_arithmetic_with_rules_and_bars(
    language: str, words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    """PG-7a - each line of the arithmetic carries its rule."""
    assert run(f"{PETROGRAD} --lang {language}") == 0
    shown = capsys.readouterr().out
    assert all(word in shown for word in [*words, "PG-7a", "PG-3", "█", "1/6", "16.7 %"])


def test_the_locale_chooses_the_language(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    assert language_of_locale() == "en"
    monkeypatch.setenv("LANG", "fr_FR.UTF-8")
    assert run("eastfront overrun --attack 17 --defence 3") == 0
    assert "le débordement réussit" in capsys.readouterr().out
    monkeypatch.setenv("LC_ALL", "en_GB.UTF-8")
    assert language_of_locale() == "en"


@pytest.mark.parametrize(("suffix", "start"), [("svg", b"<?xml"), ("png", b"\x89PNG")])
def test_a_plot_is_drawn(
    suffix: str, start: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / f"odds.{suffix}"
    assert run(f"eastfront overrun --attack 17 --defence 3 --plot {file}") == 0
    assert file.read_bytes().startswith(start)
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize(
    ("name", "reason"), [("odds.gif", ".svg or .png"), ("no/such/folder.svg", "No such file")]
)
def test_a_plot_that_cannot_be_written_exits_1(
    name: str, reason: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(f"eastfront overrun --attack 17 --defence 3 --plot {tmp_path / name}") == 1
    assert reason in capsys.readouterr().err


def test_without_matplotlib_a_plot_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    assert run(f"eastfront overrun --attack 17 --defence 3 --plot {tmp_path / 'o.svg'}") == 1
    assert "grognard[plot]" in capsys.readouterr().err


@pytest.mark.parametrize(
    "line", ["", "bautzen", "petrograd", "eastfront overrun", "eastfront combat"]
)
def test_help_shows_examples(line: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stop:
        run(f"{line} --help")
    assert stop.value.code == 0
    shown = capsys.readouterr().out
    assert re.search(r"examples?:\n  grognard odds", shown)


def test_one_more_system_is_one_more_entry(capsys: pytest.CaptureFixture[str]) -> None:
    class Toy:
        def add_parsers(
            self, systems: argparse._SubParsersAction[argparse.ArgumentParser]
        ) -> Iterable[
            tuple[argparse.ArgumentParser, Callable[[argparse.Namespace, Speaker], Report]]
        ]:
            return [(systems.add_parser("toy"), lambda arguments, say: pytest.fail("not run"))]

    parser = argparse.ArgumentParser("grognard")
    add_parser(parser.add_subparsers(), [Toy()])
    arguments = parser.parse_args(["odds", "toy", "--json", "--lang", "fr"])
    assert (arguments.json, arguments.lang) == (True, "fr")
    assert callable(arguments.handler)


SOURCE = Path(grognard.__file__).parent


def _said() -> set[str]:
    """Return every text that the odds commands may say: reasons, lines, templates and labels."""
    texts = {reason for _, _, reason in CLAUSES}
    texts |= {band.text for band in CHARTS.overrun.bands}
    texts |= {
        feature.value.replace("_", " ") for feature in Feature if feature in CHARTS.overrun.terrains
    }
    files = [file for file in SOURCE.glob("odds/*.py") if file.name != "language.py"]
    files.append(SOURCE / "games" / "bautzen" / "odds" / "table.py")
    files += SOURCE.glob("games/petrograd/*.py")
    files += SOURCE.glob("games/eastfront/*.py")
    for file in files:
        source = file.read_text(encoding="utf-8")
        texts |= set(re.findall(r'say\(\s*"([^"]+)"', source))
        texts |= set(re.findall(r'Forbidden\(\s*"[^"]+",\s*"([^"]+)"', source))
        texts |= set(re.findall(r'Modifier\("[^"]+", [^,]+, "([^"]+)"', source))
        texts |= set(re.findall(r'Line\("[^"]+", "([^"]+)"', source))
        texts |= set(re.findall(r'^    "[a-z_]+": "([a-z][^"]+)",$', source, re.MULTILINE))
    return texts


def test_every_text_has_its_french() -> None:
    """The figures in braces are the same in both languages."""
    said = _said()
    assert len(said) > 90
    assert sorted(said - set(FRENCH)) == []
    for english, french in FRENCH.items():
        assert sorted(re.findall(r"{\w+}", english)) == sorted(re.findall(r"{\w+}", french))
