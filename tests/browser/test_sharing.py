"""Games go from hand to hand: the invitation with its QR code, upload and download of the text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from browser.board import Board
from grognard.engine.journal import Journal, verify
from grognard.engine.registry import game
from grognard.engine.session import Session

if TYPE_CHECKING:
    from pathlib import Path

    from browser.conftest import People
    from browser.hosting import Server


def finished_game() -> str:
    """Return the text of a whole random game."""
    bautzen = game("bautzen")
    session = Session.begin(bautzen)
    while not session.state.is_over:
        options = session.state.options()
        session.play(options[len(session.actions) * 7 % len(options)])
    return session.record().format()


def test_a_friend_is_invited_by_link_and_qr_code(server: Server, people: People) -> None:
    page = people.arrive()
    page.goto(server.url)
    page.get_by_label("A friend far away (by link)").check()
    page.get_by_role("button", name="Start").click()
    page.get_by_role("link", name="Enter the game").wait_for()
    code = page.get_by_label("The invitation as a QR code")
    code.wait_for()
    assert code.bounding_box()
    invitation = page.locator("input[readonly]").first.input_value()
    assert invitation.startswith(server.url)
    friend = people.arrive()
    friend.goto(invitation)
    friend.locator(".track").wait_for()
    assert "Allied" in friend.locator("header").inner_text()


def test_a_finished_game_is_uploaded_replayed_and_downloaded(
    server: Server, people: People, tmp_path: Path
) -> None:
    text = finished_game()
    file = tmp_path / "game.txt"
    file.write_text(text, encoding="utf-8")
    page = people.arrive()
    page.goto(server.url)
    page.locator("input[type=file]").set_input_files(file)
    page.get_by_text("wins", exact=False).first.wait_for()
    panel = Board(page).tab("More")
    with page.expect_download() as told:
        panel.get_by_role("button", name="Download the game (text)").click()
    told.value.save_as(tmp_path / "back.txt")
    journal = Journal.read(tmp_path / "back.txt")
    assert [move for _, move in journal.moves()] == [move for _, move in Journal.read(file).moves()]
    assert verify(journal) == Journal.read(file).get("digest")
