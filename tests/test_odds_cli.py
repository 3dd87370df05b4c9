"""``grognard odds``: what people see, what programs read, and what is refused."""

from __future__ import annotations

from fractions import Fraction
from time import perf_counter
from typing import TYPE_CHECKING, Any

import pytest

from grognard.commands.shared import language_of_locale
from odds_lines import CITY, DATA, PETROGRAD, read, run

if TYPE_CHECKING:
    from pathlib import Path


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
    red = read(f"{line} --attacker-trotsky", capsys)
    assert red["rows"]["attacker"] == "m5"
    assert shifts(red) == {}


def test_a_side_may_be_given_by_its_units(capsys: pytest.CaptureFixture[str]) -> None:
    """PG-1c, PG-8 - 4 SP of quality 5 and 3 disorganised SP against 4."""
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
        ("overrun --attack 36 --defence 3 --city --engineer", {"EF-11.4c": -2, "EF-11.4e": 2}),
        ("retreat --german", {"EF-16.6.6b": -2}),
        ("retreat --forest --artillery", {"EF-16.6.6c": -2, "EF-16.6.6d": 2}),
        ("surrender --headquarters", {"EF-21b": 1}),
        ("surrender --nkvd --city", {"EF-21c": 1, "EF-21d": 1}),
        ("surrender --emergency --militia", {"EF-21e": -1, "EF-21g": -1}),
        ("surrender --out-of-supply --coastal", {"EF-21f": -2, "EF-21h": -2}),
        ("combat --attack 9 --armour 3 --defence 3 --combined-arms", {"EF-CA": -1}),
        ("combat --attack 9 --armour 3 --defence 3 --combined-arms --defender-antitank", {}),
        (
            "combat --attack 9 --armour 3 --defence 3 --panzer-divisions 1 --motorised-divisions 2",
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
    assert run("eastfront overrun --attack 17 --defence 3 --combined-arms") == 2


def test_several_overruns_in_sequence(capsys: pytest.CaptureFixture[str]) -> None:
    """EF-11.4d - 50 % and then 60 % with the marker."""
    found = read("eastfront overrun --attack 16 --defence 3 --times 2 --defences 3,2", capsys)
    assert found["summary"]["all_succeed"]["p"] == "3/10"
    start = perf_counter()
    found = read("eastfront overrun --attack 42 --defence 3 --times 20", capsys)
    assert perf_counter() - start < 5
    assert found["summary"]["all_succeed"]["p"] == "1"


def test_the_artillery_choice_is_reported(capsys: pytest.CaptureFixture[str]) -> None:
    """EF-16.6.6e - eliminate the howitzers."""
    found = read("eastfront retreat --steps 2 --artillery 1", capsys)
    assert found["artillery"]["chosen"] == "eliminate"
    assert found["summary"]["success"]["p"] == "1/10"
    unsaid = read("eastfront retreat --artillery 1", capsys)
    assert "artillery" not in unsaid
    assert "--steps" in unsaid["notes"][0]


def test_an_attack_with_its_parts(capsys: pytest.CaptureFixture[str]) -> None:
    """EF-AA - armour halved into a city, attrition of the first step."""
    found = read(CITY, capsys)
    assert (found["column"], found["order"]) == ("4-1", "none")
    assert found["reconstructed"] is True
    first = {outcome["line"]: outcome["attacker_first_loss"] for outcome in found["outcomes"]}
    assert first["1*/1R"] == "armour"
    assert first["-/1R"] is None


def test_the_best_order_is_the_one_whose_table_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    """EF-14 - the outcomes of the best order are those of that order given by name."""
    steps = "--attacker-steps 6 --defender-steps 3"
    best = read(f"{CITY} --order best {steps}", capsys)
    assert best["order"] == "additional-retreat"
    named = {
        order: read(f"{CITY} --order {order} {steps}", capsys)
        for order in ("none", "no-retreat", "additional-retreat")
    }
    assert best["outcomes"] == named["additional-retreat"]["outcomes"]
    assert best["summary"] == named["additional-retreat"]["summary"]
    assert best["outcomes"] != named["none"]["outcomes"]
    for order, worth in best["orders"].items():
        summary = named[order]["summary"]
        margin = summary["defender_steps"]["mean"] - summary["attacker_steps"]["mean"]
        assert float(Fraction(worth)) == pytest.approx(margin)


def test_people_see_armour_attrition_and_why_arms_are_denied(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """EF-AA, EF-CA - whose step is lost first stands in the table; a denied bonus is said."""
    monkeypatch.setenv("COLUMNS", "160")
    assert run(f"{CITY} --combined-arms --lang en") == 0
    shown = capsys.readouterr().out
    assert "attacker: armour" in shown
    assert "defender: armour, else anti-tank or anti-aircraft" in shown
    assert "EF-CA: combined arms are denied: armour, anti-tank" in shown
    assert "is a reconstruction" in shown


def test_any_fortification_holds_a_garrison(capsys: pytest.CaptureFixture[str]) -> None:
    """EF-21d, EF-R02 - a fortification of any type; a town is no city."""
    for place in ("--city", "--major-city", "--fortification"):
        assert shifts(read(f"eastfront surrender {place}", capsys), "drm") == {"EF-21d": 1}


def test_column_8_is_read_as_the_asker_likes(capsys: pytest.CaptureFixture[str]) -> None:
    """PG-5a, PG-R16 - whose the last "/1" is."""
    line = "petrograd --attack 4 --defence 4 --attacker-morale 5 --defender-morale 5"
    eights = []
    for words in ("", "--column-8 attacker"):
        found = read(f"{line} {words}", capsys)
        eights.append(next(one for one in found["outcomes"] if one["column"] == "8"))
    assert [(one["attacker"], one["defender"]) for one in eights] == [
        ("1d a", "r / d / 1"),
        ("1d a / 1", "r / d"),
    ]


@pytest.mark.parametrize(
    ("game", "file", "old", "new", "line", "rule"),
    [
        ("petrograd", "combat.toml", "night = 1", "night = 3", PETROGRAD + " --night", "PG-7g"),
        (
            *("eastfront", "charts.toml", "overrun_marker = -1", "overrun_marker = -2"),
            *("eastfront combat --attack 9 --defence 3 --marker", "EF-15.6"),
        ),
        (
            *("eastfront", "charts.toml", "forest = -2", "forest = -3"),
            *("eastfront retreat --forest", "EF-16.6.6c"),
        ),
    ],
)
def test_the_tables_may_be_anybodys(
    game: str,
    file: str,
    old: str,
    new: str,
    line: str,
    rule: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """PG-7g, EF-R15, EF-16.6.6c - a figure changed in a directory of one's own is the one used."""
    printed = (DATA / game / "data" / file).read_text(encoding="utf-8")
    assert printed.count(old) == 1
    (tmp_path / file).write_text(printed.replace(old, new), encoding="utf-8")
    unit = "shift" if game == "petrograd" else "drm"
    before = shifts(read(line, capsys), unit)[rule]
    after = shifts(read(f"{line} --scenario {tmp_path}", capsys), unit)[rule]
    assert (before, after) == (int(old.split()[-1]), int(new.split()[-1]))
    (tmp_path / file).write_text(printed.replace(old, "nothing = 1"), encoding="utf-8")
    assert run(f"{line} --scenario {tmp_path}") == 2
    assert f"{file}:" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("line", "rule"),
    [
        (f"{PETROGRAD} --attack-halved -1", "PG-8"),
        (f"{PETROGRAD} --attack-halved 4", "PG-8"),
        (f"{PETROGRAD} --attacker-support -1", "PG-7c"),
        (f"{PETROGRAD} --attacker-hq 99", "PG-7h"),
        (f"{PETROGRAD} --night --army red", "PG-7g"),
        (f"{PETROGRAD} --attackers 4:3:3", "PG-1c"),
        (f"{PETROGRAD} --attacker-cavalry 5", "PG-7j"),
        (f"{PETROGRAD} --attacker-trotsky --army nwa", "PG-2b"),
        ("petrograd --attackers 4:5 --defenders 4:3:3", "PG-1c"),
        ("petrograd --attackers 4:5:5:x --defenders 4:3:3", "PG-1c"),
        ("petrograd --attackers 4:5:5:dd --defenders 4:3:3", "PG-1c"),
        ("petrograd --attackers=-4:5:5 --defenders 4:3:3", "PG-1c"),
        ("petrograd --attackers 0:5:5 --defenders 4:3:3", "PG-3"),
        (f"{PETROGRAD} --weight speed=1", "--weight"),
        (f"{PETROGRAD} --weight hex=x", "--weight"),
        (f"{PETROGRAD} --weight hex=1 --weight hex=2", "--weight"),
        (f"{PETROGRAD} --weight hex=1 --objective hex", "--weight"),
        ("petrograd --attack 8 --defence 0 --attacker-morale 5 --defender-morale 3", "PG-7a"),
        ("petrograd --attack 8 --defence 4 --attacker-morale 9 --defender-morale 3", "PG-2c"),
        ("petrograd --defence 4 --attacker-morale 5 --defender-morale 3", "PG-7a"),
        ("petrograd --attack 8 --defence 4 --attacker-morale 5", "PG-1b"),
        ("eastfront overrun --attack 16 --defence 3 --weather mud", "EF-11.4g"),
        ("eastfront overrun --attack 16 --defence 3 --swamp", "EF-11.4g"),
        ("eastfront overrun --attack 16 --defence 4", "EF-11.4b"),
        ("eastfront overrun --attack 16 --defence 3 --out-of-supply", "EF-11.4"),
        ("eastfront retreat --vacant 0", "EF-16.6.6a"),
        ("eastfront overrun --attack 16 --defence 3 --times -2", "EF-11.4d"),
        ("eastfront overrun --attack 16 --defence 3 --times 2000", "EF-11.4d"),
        ("eastfront overrun --attack 16 --defence 3 --defences 3,2", "EF-11.4d"),
        ("eastfront overrun --attack 16 --defence 3 --times 2 --defences 2,1", "EF-11.4d"),
        ("eastfront overrun --attack 16 --defence 3 --times 2 --defences 3,4", "EF-11.4d"),
        ("eastfront overrun --attack 36 --defence 3 --city --major-city", "EF-R02"),
        ("eastfront overrun --attack 36 --defence 3 --town", "EF-R02"),
        ("eastfront retreat --artillery -1", "EF-16.6.6d"),
        ("eastfront retreat --steps -1", "EF-16.6.6e"),
        ("eastfront surrender --axis", "EF-21"),
        ("eastfront surrender --emergency --out-of-supply", "EF-21e"),
        ("eastfront surrender --militia --coastal", "EF-21g"),
        ("eastfront surrender --town", "EF-R02"),
        ("eastfront combat --attack 9 --defence 3 --soviet --panzer-divisions 1", "EF-PDIa"),
        ("eastfront combat --attack 9 --defence 3 --soviet --armour 3 --combined-arms", "EF-CA"),
        ("eastfront combat --attack 9 --defence 3 --combined-arms", "EF-CA"),
        ("eastfront combat --attack 9 --defence 3 --armour 3 --panzer-divisions -4", "EF-PDIa"),
        ("eastfront combat --attack 9 --defence 3 --panzer-divisions 1", "EF-PDIa"),
        ("eastfront combat --attack 9 --defence 3 --motorised-divisions 1", "EF-PDIb"),
        ("eastfront combat --attack 9 --defence 3 --soviet-headquarters", "EF-15"),
        ("eastfront combat --attack 9 --defence 3 --mandated", "EF-16.3"),
        ("eastfront combat --attack 9 --defence 3 --engineer-not-claimed", "EF-16.3"),
        ("eastfront combat --attack 9 --defence 3 --declared", "EF-12"),
        ("eastfront combat --attack 9 --defence 3 --artillery 1,1,1,1,1", "EF-15"),
        ("eastfront combat --attack 9 --defence 3 --artillery 1 --no-attack-supply", "EF-15"),
        ("eastfront combat --attack 9 --defence 3 --objective hex", "EF-14"),
        ("eastfront combat --attack 9 --defence 3 --town --city", "EF-R02"),
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
        f"{PETROGRAD} --army blue",
        "eastfront overrun",
        "eastfront",
        "chess",
    ],
)
def test_wrong_usage_exits_2(line: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(line) == 2
    assert capsys.readouterr().err.splitlines()[-1].startswith("grognard")


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", ["ratio of attack to defence", "the hex is taken", "restored", "16.7 %"]),
        ("fr", ["rapport de l'attaque", "l'hexagone est pris", "restituée", "16,7 %"]),
    ],
)
def test_people_see_the_arithmetic_with_rules_and_bars(
    language: str, words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    """PG-7a - each line of the arithmetic carries its rule."""
    assert run(f"{PETROGRAD} --lang {language}") == 0
    shown = capsys.readouterr().out
    assert all(word in shown for word in [*words, "PG-7a", "PG-3", "█", "1/6"])


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
