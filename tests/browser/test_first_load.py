"""What a first visit to the board costs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from browser.board import Board

if TYPE_CHECKING:
    from browser.conftest import People
    from browser.hosting import Server

BUDGET: Final = 400_000
"""Bytes over the network, compressed as the server sends them."""
HUMANS: Final = {"german": {"kind": "human"}, "allied": {"kind": "human"}}


def test_the_first_load_of_the_board_stays_under_400_kilobytes(
    server: Server, people: People
) -> None:
    table = server.new_table(game="bautzen", seats=HUMANS)
    page = people.arrive()
    line = page.context.new_cdp_session(page)
    line.send("Network.enable")
    sizes: dict[str, float] = {}
    plain: list[str] = []

    def finished(event: dict[str, Any]) -> None:
        sizes[event["requestId"]] = event["encodedDataLength"]

    def answered(event: dict[str, Any]) -> None:
        answer = event["response"]
        headers = {name.lower(): value for name, value in answer["headers"].items()}
        is_text = any(kind in answer["mimeType"] for kind in ("javascript", "css", "json"))
        if is_text and int(headers.get("content-length", 0)) > 2000:
            plain.extend([answer["url"]] * ("content-encoding" not in headers))

    line.on("Network.loadingFinished", finished)
    line.on("Network.responseReceived", answered)
    page.goto(table.link("allied"))
    Board(page).wait()
    page.wait_for_load_state("networkidle")
    assert len(sizes) > 5
    assert not plain, f"sent without compression: {plain}"
    total = sum(sizes.values())
    assert total < BUDGET, f"{total / 1000:.0f} kB"
