"""The colours of the board: themes are whole, text can be read, and one is safe for all eyes.

Colour-blindness is simulated with the matrices of Machado, Oliveira and Fernandes (2009) for total
protanopia, deuteranopia and tritanopia, in linear light; distance is CIE 1976, in CIELAB.
"""

from __future__ import annotations

import json
from itertools import combinations
from pathlib import Path
from typing import Any, Final

import pytest

THEMES: Final[list[dict[str, Any]]] = json.loads(
    (Path(__file__).parents[1] / "web" / "src" / "themes.json").read_text()
)
BY_ID: Final = {theme["id"]: theme for theme in THEMES}
Colour = tuple[float, float, float]

EYES: Final[dict[str, tuple[Colour, Colour, Colour]]] = {
    "usual": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protan": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deutan": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritan": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
GROUNDS: Final = ("clear", "woods", "hill", "marsh", "water")
HIGHLIGHTS: Final = ("offer", "subject", "hint", "warn")


def linear(colour: str) -> Colour:
    """Return a colour written ``#rrggbb`` in linear light."""
    assert len(colour) == 7, colour
    parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return red, green, blue


def seen(colour: str, eyes: str) -> Colour:
    """Return how a colour looks to some eyes, in CIELAB."""
    light = linear(colour)
    red, green, blue = (
        min(1.0, max(0.0, sum(share * part for share, part in zip(row, light, strict=True))))
        for row in EYES[eyes]
    )
    x = (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.9505
    y = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    z = (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.089
    fx, fy, fz = (
        part ** (1 / 3) if part > 0.008856 else 7.787 * part + 16 / 116 for part in (x, y, z)
    )
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def distance(one: str, other: str, eyes: str) -> float:
    """Return how far two colours are apart for some eyes; about 2 can just be told apart."""
    pairs = zip(seen(one, eyes), seen(other, eyes), strict=True)
    return float(sum((a - b) ** 2 for a, b in pairs) ** 0.5)


def contrast(one: str, other: str) -> float:
    """Return the contrast of text and ground as WCAG 2 has it, from 1 to 21."""
    bright = [
        sum(share * part for share, part in zip((0.2126, 0.7152, 0.0722), linear(c), strict=True))
        for c in (one, other)
    ]
    return (max(bright) + 0.05) / (min(bright) + 0.05)


def test_every_theme_names_the_same_colours() -> None:
    assert [theme["id"] for theme in THEMES] == ["classic", "flat", "dark", "contrast"]
    for theme in THEMES:
        assert set(theme["names"]) == {"en", "fr"}
        for part in ("page", "map"):
            assert set(theme[part]) == set(THEMES[0][part]), theme["id"]
            assert all(len(colour) == 7 for colour in theme[part].values())


@pytest.mark.parametrize("name", BY_ID)
def test_what_is_written_can_be_read(name: str) -> None:
    page, map_ = BY_ID[name]["page"], BY_ID[name]["map"]
    least = 7 if name == "contrast" else 4.5
    for ink, grounds in {
        "ink": ("page", "card", "wash", "fight", "fightCard", "field", "mark"),
        "soft": ("page", "card", "fight"),
        "barInk": ("bar",),
        "onAccent": ("accent",),
        "accent": ("page", "card"),
        "litInk": ("lit",),
        "bad": ("page", "card"),
        "good": ("page",),
        "hint": ("card",),
    }.items():
        for ground in grounds:
            assert contrast(page[ink], page[ground]) >= least, (ink, ground)
    assert contrast(map_["name"], map_["halo"]) >= 7
    assert contrast(map_["waterName"], map_["halo"]) >= least
    assert contrast(page["ink"], map_["table"]) >= 4.5, "the cartouche lies on the table"


@pytest.mark.parametrize("name", BY_ID)
def test_grounds_and_highlights_differ_to_usual_eyes(name: str) -> None:
    colours = BY_ID[name]["map"]
    for one, other in combinations(GROUNDS, 2):
        assert distance(colours[one], colours[other], "usual") > 8, (one, other)
    for one, other in combinations(HIGHLIGHTS, 2):
        assert distance(colours[one], colours[other], "usual") > 15, (one, other)


@pytest.mark.parametrize("eyes", EYES)
def test_the_contrast_theme_is_safe_for_colour_blind_players(eyes: str) -> None:
    theme = BY_ID["contrast"]
    colours, (one, other) = theme["map"], theme["sides"]
    assert distance(one["face"], other["face"], eyes) > 50
    assert distance(one["strong"], other["strong"], eyes) > 25
    for first, second in combinations(GROUNDS, 2):
        assert distance(colours[first], colours[second], eyes) > 11, (first, second)
    for first, second in combinations(("offer", "subject", "warn"), 2):
        assert distance(colours[first], colours[second], eyes) > 25, (first, second)
    for side in (one, other):
        assert contrast(side["ink"], side["face"]) >= 7
        for ground in GROUNDS:
            assert distance(side["face"], colours[ground], eyes) > 12, ground


def test_the_check_would_notice_colours_that_only_some_eyes_tell_apart() -> None:
    assert distance("#c03030", "#3f7f2f", "usual") > 60
    assert distance("#b04a30", "#5f7a2f", "deutan") < 20
