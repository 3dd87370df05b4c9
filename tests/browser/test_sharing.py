"""Games go from hand to hand: the invitation with its QR code, upload and download of the text."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from browser.board import Board, held
from browser.positions import is_asked, journal_where
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
    friend.get_by_role("button", name="Take the seat").click()
    friend.locator(".track").wait_for()
    assert "Allied" in friend.locator("header").inner_text()
    table, token = held(friend)
    assert token not in friend.url
    friend.reload()
    friend.locator(".track").wait_for()
    people.excused.append("409")
    late = people.arrive()
    late.goto(invitation)
    late.get_by_role("button", name="Take the seat").click()
    late.get_by_text("this invitation has been used").wait_for()
    page.goto(invitation)
    page.get_by_text("You sit at this table already").wait_for()
    assert server.get(f"/api/tables/{table}")["seats"][1]["holder"] == "guest"


def test_a_seat_is_given_a_new_link_and_a_guest_another_invitation(
    server: Server, people: People
) -> None:
    seats = {"german": {"kind": "human"}, "allied": {"kind": "guest"}}
    table = server.new_table(game="bautzen", seats=seats)
    maker, guest = people.arrive(), people.arrive()
    maker.goto(table.link("german"))
    guest.goto(table.link("allied"))
    guest.get_by_role("button", name="Take the seat").click()
    guest.locator(".track").wait_for()
    first = held(guest)[1]
    Board(guest).tab("More").get_by_role("button", name="Seats and links").click()
    guest.get_by_role("button", name="New link for my seat").click()
    guest.get_by_role("button", name="Sure?").click()
    guest.wait_for_function(
        "(first) => !localStorage.getItem('grognard.tables').includes(first)", arg=first
    )
    guest.locator(".track").wait_for()
    Board(maker).tab("More").get_by_role("button", name="Seats and links").click()
    maker.get_by_text("new link given 1×").wait_for()
    maker.get_by_role("button", name="New invitation").click()
    maker.get_by_role("button", name="Sure?").click()
    again = maker.locator("dialog input[readonly], [role=dialog] input[readonly]").input_value()
    assert again.startswith(f"{server.url}/join/{table.id}#")
    guest.get_by_text("This link opens no seat of this table, or not any more.").wait_for()


def test_a_finished_game_is_uploaded_replayed_and_downloaded(
    server: Server, people: People, tmp_path: Path
) -> None:
    text = finished_game()
    file = tmp_path / "game.txt"
    file.write_text(text, encoding="utf-8")
    page = people.arrive()
    page.goto(server.url)
    page.locator("input[type=file]").set_input_files(file)
    page.get_by_role("button", name="Start").click()
    page.get_by_text("Victory:", exact=False).first.wait_for()
    panel = Board(page).tab("More")
    with page.expect_download() as told:
        panel.get_by_role("button", name="Download the game (text)").click()
    told.value.save_as(tmp_path / "back.txt")
    journal = Journal.read(tmp_path / "back.txt")
    assert [move for _, move in journal.moves()] == [move for _, move in Journal.read(file).moves()]
    assert verify(journal) == Journal.read(file).get("digest")


def test_a_saved_game_of_any_game_goes_on_from_the_first_page(
    server: Server, people: People, tmp_path: Path
) -> None:
    """The side is chosen as for a new game, whatever game the page had shown."""
    file = tmp_path / "mine.txt"
    file.write_text(journal_where(is_asked("Movement", 0, 5), "petrograd"), encoding="utf-8")
    page = people.arrive()
    page.goto(server.url)
    page.locator("input[name=game][value=luga]").check()
    page.locator("input[type=file]").set_input_files(file)
    page.get_by_text("mine.txt").wait_for()
    page.get_by_role("radio", name="White").check()
    page.get_by_role("button", name="Start").click()
    board = Board(page)
    assert board.wait().main == "done"
    table, _ = held(page)
    assert server.get(f"/api/tables/{table}")["game"] == "petrograd"


@pytest.mark.parametrize(
    ("lang", "said"), [("en", "no saved game"), ("fr", "n'est pas une partie")]
)
def test_a_file_that_is_cut_short_or_is_none_of_ours_is_told_in_the_readers_language(
    server: Server, people: People, tmp_path: Path, lang: str, said: str
) -> None:
    people.excused.append("status of 422")
    whole = finished_game()
    page = people.arrive()
    for name, text in {"empty": "", "other": "Dear diary", "cut": whole[: len(whole) // 2]}.items():
        file = tmp_path / f"{name}.txt"
        file.write_text(text, encoding="utf-8")
        page.goto(f"{server.url}/?lang={lang}")
        page.locator(".games").wait_for()
        page.locator("input[type=file]").set_input_files(file)
        if name == "cut":
            page.locator("form button.big").click()
        page.get_by_role("alert").get_by_text(said).wait_for()
        assert page.url.startswith(f"{server.url}/?lang")
