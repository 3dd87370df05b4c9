"""21 - Surrender as the laboratory counts it, and the script that reads it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from games.eastfront.lu_front import action, front
from grognard.engine.game import step
from grognard.engine.registry import game
from grognard.games.eastfront.measure import SURRENDERED, TENTHS, THREW, LugaMeter
from grognard.lab.record import Record
from grognard.lab.setting import prepare
from grognard.lab.store import FORMAT
from surrenders import told

if TYPE_CHECKING:
    from pathlib import Path

RING = {"1108": ["G-1-IR1"], "1008": ["G-1-IR22"], "1009": ["G-1-IR43"], "1110": ["G-121"]}
RING |= {"1208": ["G-58-IR154"], "1209": ["G-269"]}


@pytest.mark.parametrize(("die", "surrendered"), [(4, 1), (5, 0)])
def test_21_a_throw_is_counted_with_its_chance_by_the_table(die: int, surrendered: int) -> None:
    """21, EF-21f - 281 RD out of supply in a pocket: 1 to 4 surrender, four tenths."""
    state = front({**RING, "1109": ["S-281"]}, segment="end", unsupplied=["S-281"])
    meter, throw = LugaMeter(state), action(f"throw {die}")
    meter.before(state, throw)
    step(state, throw)
    meter.after(state)
    assert (meter.rules[THREW], meter.rules[TENTHS]) == (1, 4)
    assert meter.rules[SURRENDERED] == surrendered


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_what_is_counted_has_words(lang: str) -> None:
    """The report heads it in both languages."""
    luga = game("luga")
    words = [luga.label(key.partition(" ")[2], lang) for key in (THREW, TENTHS, SURRENDERED)]
    assert len(set(words)) == 3
    assert not {"threw", "tenths", "surrendered"} & set(words)


def test_a_series_tells_the_share_beside_the_tables_chance(tmp_path: Path) -> None:
    """21 - 5 of 10 hexes fell where the table gives 3 in 10; a series without a pocket says so."""
    setting = prepare("luga", ("recruit", "recruit"))
    state = front(RING)
    measure = LugaMeter(state).measure(state)
    pockets = measure._replace(rules={THREW: 5, TENTHS: 15, SURRENDERED: 2})
    more = measure._replace(rules={THREW: 5, TENTHS: 15, SURRENDERED: 3})
    records = [
        Record(number, ("recruit", "recruit"), "soviet", 9, "", one)
        for number, one in enumerate((pockets, more, measure._replace(rules={})))
    ]
    file = tmp_path / "games.jsonl"
    header = json.dumps({"format": FORMAT, "setting": setting.as_json()})
    file.write_text("\n".join([header, *(one.line() for one in records), ""]), "utf-8")
    assert "3 games, 2 with pockets: 10 throws, 5 hexes surrendered, 50.0%" in told(file)
    assert told(file).endswith("the table's chance 30.0%")
