"""What a seat sees of a position."""

from __future__ import annotations

from games.bautzen.board import position
from grognard.games.bautzen.printed import Side
from grognard.games.bautzen.seen import facts


def marks(seat: int, hex_: str, piece: str) -> list[str]:
    """Return the marks on a counter, as a seat sees it."""
    state = position(
        german={"1912": ["QG/20Pz"], "1911": ["21/20Pz"], "1212": ["112/20Pz"]},
        allied={"2206": ["776/214RD"]},
        segment="german movement",
    )
    (counter,) = [c for c in facts(state, seat)["stacks"][hex_]["pieces"] if c["id"] == piece]
    return counter["marks"]


def test_6_1_a_unit_out_of_command_is_marked_for_its_own_side() -> None:
    """BZ-6: 112/20Pz is seven hexes from its headquarters, which commands three."""
    assert "uncommanded" in marks(Side.GERMAN, "1212", "112/20Pz")
    assert "uncommanded" not in marks(Side.GERMAN, "1911", "21/20Pz")


def test_6_1_command_of_the_enemy_is_not_shown() -> None:
    """BZ-6, BZ-10.3: it may hang on a hidden headquarters."""
    assert "uncommanded" not in marks(Side.ALLIED, "1212", "112/20Pz")
    assert "uncommanded" in marks(Side.ALLIED, "2206", "776/214RD")
