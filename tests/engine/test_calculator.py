"""What may be given to a calculator is checked by kind and range; what says nothing is refused."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from grognard.engine.forbidden import Forbidden
from grognard.engine.parameters import (
    Clash,
    Count,
    Counts,
    Flag,
    Given,
    Names,
    Need,
    Word,
    weights,
)
from grognard.engine.speaker import Speaker, read_french
from toycalculator import ReckonedOutpost

if TYPE_CHECKING:
    from pathlib import Path

    from grognard.engine.parameters import Raw

PARAMETERS = (
    Count("guns", "how many", "1.1", most=4, default=0, alone=1),
    Counts("range", "from, to", "1.2", least=-2, most=9, shortest=2, longest=3),
    Flag("night", "by night", "1.3"),
    Word("army", "whose", choices=("red", "white"), default="red"),
    Names("with", "who", "1.4"),
    Names("weight", "worth", repeated=True),
)


def given(**raw: Raw) -> Given:
    return Given(PARAMETERS, raw)


def test_each_kind_is_read() -> None:
    found = given(guns="3", range="-2,9", night=True, army="white", weight=["hex=3", "step=1/2"])
    assert (found.number("guns"), found.numbers("range")) == (3, [-2, 9])
    assert (found.flag("night"), found.word("army")) == (True, "white")
    assert weights(found, ("hex", "step")) == {"hex": 3, "step": 0.5}
    assert Given(PARAMETERS, {"with": " a, b "}).names("with") == ["a", "b"]


def test_what_is_not_given_has_its_default() -> None:
    found = given()
    assert (found.number("guns"), found.maybe("guns"), found.word("army")) == (0, 0, "red")
    assert not found.has("guns")
    assert found.names("with") == []
    assert not given(night=False).flag("night")


@pytest.mark.parametrize(
    ("raw", "reason"),
    [
        ({"guns": "5"}, "1.1: --guns is a whole number from 0 to 4, not 5"),
        ({"guns": "-1"}, "1.1: --guns is a whole number from 0 to 4, not -1"),
        ({"guns": "two"}, "1.1: --guns is a whole number"),
        ({"guns": "٣"}, "1.1: --guns is a whole number"),
        ({"guns": "1" * 5000}, "1.1: --guns is a whole number"),
        ({"range": "1"}, "1.2: --range takes 2 to 3 numbers, not 1"),
        ({"range": "1,,2"}, "1.2: --range is a whole number"),
        ({"army": "blue"}, "--army: --army is one of red, white, not blue"),
        ({"with": ",a"}, "1.4: --with names nothing"),
    ],
)
def test_a_wrong_value_is_refused_in_the_name_of_its_rule(raw: dict[str, Raw], reason: str) -> None:
    with pytest.raises(Forbidden) as error:
        Given(PARAMETERS, raw)
    assert str(error.value).startswith(reason)


def test_what_contradicts_or_says_nothing_is_refused() -> None:
    clash, need = Clash("1", "night", ("guns",)), Need("2", "guns", ("with", "army"))
    given(night=True, army="white").check([clash], [need])
    given(guns="0").check([clash], [need])
    with pytest.raises(Forbidden, match="1: --night and --guns contradict each other"):
        given(night=True, guns="1").check([clash], [])
    with pytest.raises(Forbidden, match="2: --guns says nothing without --with, --army"):
        given(guns="1").check([], [need])


@pytest.mark.parametrize("text", ["hex", "hex=", "hex=1/0", "hex=1e9", "hex=nan", "mud=1"])
def test_a_wrong_weight_is_refused(text: str) -> None:
    with pytest.raises(Forbidden, match="--weight: "):
        weights(given(weight=[text]), ("hex",))


def test_a_refusal_is_said_in_french() -> None:
    with pytest.raises(Forbidden) as error:
        given(guns="9")
    assert Speaker("fr").refusal(error.value) == (
        "1.1: --guns est un nombre entier de 0 à 4, non 9"
    )


def test_french_stands_in_a_file_by_the_english(tmp_path: Path) -> None:
    file = tmp_path / "french.toml"
    file.write_text('[french]\n"a tank" = "un char"\n', encoding="utf-8")
    assert Speaker("fr", read_french(file))("a tank") == "un char"
    assert Speaker("en", read_french(file))("a tank") == "a tank"


def test_a_program_asks_by_name() -> None:
    calculator = ReckonedOutpost().calculator()
    account = calculator.ask(strength=2)
    assert [str(one.chance) for one in account.prospects] == ["1/3", "2/3"]
    assert "1/3 = 33.3 %" in account._repr_html_()
    with pytest.raises(ValueError, match="there is no --force; there are strength"):
        calculator.ask(force=2)
    with pytest.raises(ValueError, match="there is no chart 'siege'"):
        calculator.ask("siege")
