"""The game in the terminal, with its input fed: whole games, undo, bad input, saving, going on."""

from __future__ import annotations

import io
import shutil
from importlib import resources
from pathlib import Path
from random import Random

import pytest
from rich.console import Console

from grognard.cli import main
from grognard.commands.drawing import draw
from grognard.commands.play import default_file
from grognard.engine.chart import Cell, Chart
from grognard.engine.journal import Journal, digest, final_state, verify
from grognard.engine.registry import game

BAUTZEN = game("bautzen")


def play(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    lines: list[str],
    *words: object,
) -> str:
    """Play in the terminal with these lines typed; return what was shown."""
    monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
    monkeypatch.setenv("COLUMNS", "120")
    code = main(["play", *map(str, words)])
    shown = capsys.readouterr()
    assert (code, shown.err) == (0, "")
    return shown.out


def moves(file: Path) -> list[str]:
    return [move for _, move in Journal.read(file).moves()]


def test_a_whole_game_against_the_random_player(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """Numbers typed blindly, many of them no answers, lead to the end of the game."""
    file, random, short = tmp_path / "whole.game", Random(4), tmp_path / "short"
    shutil.copytree(Path(str(resources.files("grognard.games.bautzen"))) / "data", short)
    text = (short / "scenario.toml").read_text(encoding="utf-8")
    (short / "scenario.toml").write_text(text.replace("turns = 6", "turns = 2"), encoding="utf-8")
    lines = ["ready 0", *(str(random.choice((1, 2, 3, 5, 8, 13))) for _ in range(6000))]
    words = ("bautzen", "--seed", 4, "--save", file, "--lang", "en", "--scenario", short)
    shown = play(monkeypatch, capsys, lines, *words, "--allied", "random")
    assert "The game is over: " in shown
    assert "not an answer here" in shown
    journal = Journal.read(file)
    assert journal.get("result") in BAUTZEN.seats
    assert verify(journal, BAUTZEN, BAUTZEN.load(short)) == journal.get("digest")
    assert journal.players == {"german": "human", "allied": "random"}


def test_two_people_play_one_after_the_other(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "two.game"
    lines = ["ready 0", "ready 0", "move KG72", "to 2211", "done", "done", "quit"]
    words = ("bautzen", "--allied", "human", "--save", file, "--lang", "fr", "--seed", 1)
    shown = play(monkeypatch, capsys, lines, *words)
    assert moves(file)[:6] == ["ready 0", "ready 0", "move KG72", "to 2211", "done", "done"]
    assert "Allié> " in shown
    assert "Allemand - Où va KG72 ? [4.1]" in shown
    assert "Au revoir." in shown


def test_the_enemy_is_not_told_what_he_may_not_see(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """10.3: the set-up of the Allied side comes as hidden counters to the German person."""
    words = ("bautzen", "--allied", "human", "--save", tmp_path / "a.game", "--lang", "en")
    shown = play(monkeypatch, capsys, ["ready 0", "log 100", "quit"], *words)
    for_german = shown.partition("german - ")[2]
    assert "a hidden counter set up in 1510" in for_german
    assert "24/7GMC" not in for_german


def test_an_answer_may_be_a_number_or_words_and_is_taken_back(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "undo.game"
    lines = ["ready 0", "1", "move   KG72", "to 2211", "undo", "undo", "undo", "undo", "quit"]
    words = ("bautzen", "--allied", "human", "--save", file, "--lang", "en")
    shown = play(monkeypatch, capsys, lines, *words)
    assert moves(file) == ["ready 0"]
    assert shown.count("Taken back.") == 3
    assert "Nothing can be taken back since the last throw" in shown


def test_what_is_no_answer_is_refused_with_its_rule(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    lines = [
        "ready 0", "ready 0", "banana", "999", "", "move", "move 26/9DP", "move KG72", "to 0101",
        "quit",
    ]  # fmt: skip
    words = ("bautzen", "--allied", "human", "--save", tmp_path / "bad.game", "--lang", "en")
    shown = play(monkeypatch, capsys, lines, *words)
    assert "banana: not an answer here" in shown
    assert "999: not an answer here" in shown
    assert "it is not yours [4.1]" in shown
    assert "to 0101: not an answer here" in shown
    assert "it is too far: 8 MP do not reach [4.1]" in shown
    assert moves(tmp_path / "bad.game") == ["ready 0", "ready 0", "move KG72"]


def test_the_other_words(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    copy = tmp_path / "copies" / "copy.game"
    lines = [
        "ready 0", "ready 0", "help", "why KG72 1810", "why", "why 2211 zzz", "odds",
        "rules 8.5.2", "rules 99", "rules", "log 2", "map 1912", "map 9999", "inspect KG72",
        "inspect KG99", f"save {copy}", "done", "attack 1611", "join PzG1/HG1", "odds", "why KG72",
        "map", "quit",
    ]  # fmt: skip
    words = ("bautzen", "--allied", "human", "--save", tmp_path / "w.game", "--lang", "en")
    shown = play(monkeypatch, capsys, lines, *words)
    assert "take back the last answer" in shown
    assert "an enemy counter is there; only combat drives it out [4.1]" in shown
    assert "why what?" in shown
    assert "zzz is neither a counter nor a hex" in shown
    assert "no attack is being composed" in shown
    assert "8.5.2 No way back" in shown
    assert "there is no rule '99'" in shown
    assert "1912 town" in shown
    assert "there is no hex 9999" in shown
    assert "there is no counter 'KG99'" in shown
    assert f"Saved in {copy}" in shown
    assert moves(copy) == ["ready 0", "ready 0"]
    assert "results (attacker/defender)" in shown
    assert "only an adjacent hex can be attacked [8.1]" in shown
    assert moves(tmp_path / "w.game")[-2:] == ["attack 1611", "join PzG1/HG1"]


def test_french_words_do_the_same(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    lines = ["ready 0", "1", "carte", "aide", "pourquoi KG72 2206", "move KG72", "annuler"]
    words = ("bautzen", "--allied", "human", "--save", tmp_path / "f.game", "--lang", "fr")
    shown = play(monkeypatch, capsys, [*lines, "quitter"], *words)
    assert "un pion ennemi s'y trouve ; seul un combat l'en chasse [4.1]" in shown
    assert "reprend la dernière réponse" in shown
    assert "Repris." in shown
    assert moves(tmp_path / "f.game") == ["ready 0", "ready 0"]


def test_a_hint_says_what_a_bot_would_do_and_plays_nothing(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "hint.game"
    lines = ["ready 0", "hint", "ready 0", "hint sergeant", "hint marshal", "move KG72", "hint"]
    words = ("bautzen", "--allied", "human", "--save", file, "--lang", "en")
    shown = play(monkeypatch, capsys, [*lines, "quit"], *words)
    assert "no candidates were weighed" in shown
    assert "sergeant would play: move " in shown
    assert "weighed, in points:" in shown
    assert "there is no bot 'marshal'" in shown
    goal = shown.rpartition("colonel would play: ")[2].partition(" [4.1]")[0]
    assert goal.startswith(("to ", "stay"))
    assert goal in shown.rpartition("weighed, in points:")[2]
    assert moves(file) == ["ready 0", "ready 0", "move KG72"]


def test_a_hint_in_french(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    words = ("bautzen", "--allied", "human", "--save", tmp_path / "h.game", "--lang", "fr")
    shown = play(monkeypatch, capsys, ["ready 0", "1", "conseil", "aide", "quitter"], *words)
    assert "colonel jouerait : déplacer " in shown
    assert "conseil [NIVEAU]" in shown


def test_with_explain_the_programs_say_what_they_weigh(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    lines = ["ready 0", "done", "done", "quit"]
    words = ("bautzen", "--allied", "colonel", "--save", tmp_path / "e.game", "--seed", 1)
    silent = play(monkeypatch, capsys, lines, *words, "--lang", "en")
    words = ("bautzen", "--allied", "colonel", "--save", tmp_path / "f.game", "--seed", 1)
    shown = play(monkeypatch, capsys, lines, *words, "--lang", "en", "--explain")
    assert moves(tmp_path / "e.game") == moves(tmp_path / "f.game")
    assert "weighed" not in silent
    assert "allied (colonel): move " in shown
    assert "[4.1]\n  weighed, in points:\n" in shown
    assert "[12] - no candidates were weighed" in shown


def test_the_end_of_input_leaves_a_game_that_goes_on(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """Every answer is saved; --load goes on where it was, with the same players."""
    file = tmp_path / "kept.game"
    words = ("bautzen", "--allied", "human", "--save", file, "--seed", 1, "--lang", "en")
    shown = play(monkeypatch, capsys, ["ready 0", "ready 0", "move KG72"], *words)
    assert f"To go on: grognard play bautzen --load {file}" in shown
    left = Journal.read(file)
    assert left.get("result") == "unfinished"
    assert digest(final_state(left)) == left.get("digest")
    shown = play(monkeypatch, capsys, ["to 2211"], "bautzen", "--load", file, "--lang", "en")
    assert "german - Where does KG72 go? [4.1]" in shown
    assert moves(file) == ["ready 0", "ready 0", "move KG72", "to 2211"]
    assert Journal.read(file).players["allied"] == "human"


def test_every_answer_is_in_the_file_before_the_next_is_asked(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file, seen = tmp_path / "auto.game", []

    answers = ["ready 0", "ready 0", "move KG72", "to 2211"]

    def read(console: Console, prompt: str) -> str:
        seen.append(moves(file) if file.exists() else [])
        if len(seen) > len(answers):
            raise EOFError
        return answers[len(seen) - 1]

    monkeypatch.setattr(Console, "input", read)
    assert main(["play", "bautzen", "--allied", "human", "--save", str(file)]) == 0
    assert seen == [answers[:count] for count in range(5)]
    assert not list(tmp_path.glob(".*.new"))
    assert str(file) in capsys.readouterr().out.replace("\n", "")


def test_programs_may_play_each_other(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """A game that draws no map and says no why is played as well."""
    file = tmp_path / "outpost.game"
    words = ("toygame:OutpostGame", "--red", "random", "--save", file, "--seed", 2)
    shown = play(monkeypatch, capsys, [], *words, "--lang", "en")
    assert "The game is over" in shown
    lines = ["1", "why 0101", "map", "odds", "inspect", *["1"] * 200]
    file = tmp_path / "by-hand.game"
    more = ("--save", file, "--seed", 2, "--lang", "en")
    shown = play(monkeypatch, capsys, lines, "toygame:OutpostGame", *more)
    for refusal in ("does not say why", "draws no map", "reckons no odds", "does not inspect"):
        assert refusal in shown
    assert "The game is over" in shown


def test_a_game_of_another_kind_is_not_loaded(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "outpost.game"
    file.write_text("game: outpost\nscenario: skirmish\n", encoding="utf-8")
    assert main(["play", "bautzen", "--load", str(file)]) == 2
    assert "is a game of outpost" in capsys.readouterr().err


def test_saved_games_have_names_of_their_own(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    first = default_file(BAUTZEN)
    assert first.parent == tmp_path / "grognard"
    first.parent.mkdir()
    seen = set()
    for _ in range(3):
        file = default_file(BAUTZEN)
        file.write_text("", encoding="utf-8")
        seen.add(file)
    assert len(seen) == 3


# The map


def test_the_map_fits_a_terminal_and_even_columns_lie_lower() -> None:
    state = BAUTZEN.start(BAUTZEN.load())
    lines = draw(BAUTZEN.chart(state, 0, "en")).plain.splitlines()
    assert len(lines) == 26
    assert {len(line) for line in lines} == {115}
    assert lines[0].startswith("0101")
    assert lines[1].startswith("     0201")
    assert lines[-1].startswith("Dresd")


def test_a_counter_shows_its_side_and_height_without_colours() -> None:
    cells = (
        Cell("0101", "woods", "Wood", 0, "21/20Pz", "20Pz", 3),
        Cell("0201", "moon", "Far", 1, "33/7DP", "7DP", 1),
        Cell("0102", "town", "Rome"),
    )
    plain = draw(Chart("", cells), lit={"0102"}).plain
    assert plain.splitlines() == ["0101♣     ", "■20P³0201 ", "0102#□7DP ", "Rome      "]


def test_a_window_shows_names_in_full() -> None:
    cells = (Cell("0505", "village", "Weissenberg", 1, "776/214RD", "214R", 2), Cell("2305", ""))
    plain = draw(Chart("", cells), centre="0505").plain
    assert [line.strip() for line in plain.splitlines()] == [
        "0505 village", "Weissenberg", "□776/214RD", "x2",
    ]  # fmt: skip


def test_offered_hexes_are_lit() -> None:
    lit = draw(Chart("", (Cell("0101", "clear"),)), lit={"0101"})
    dark = draw(Chart("", (Cell("0101", "clear"),)))
    assert lit.plain == dark.plain
    assert lit.spans != dark.spans
    shown = io.StringIO()
    Console(file=shown, force_terminal=True, color_system="truecolor").print(lit)
    assert "\x1b[" in shown.getvalue()


@pytest.mark.parametrize("level", ["recruit", "sergeant", "colonel"])
def test_every_level_can_be_chosen_in_the_terminal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path, level: str
) -> None:
    file = tmp_path / "level.game"
    words = ("bautzen", "--seed", 1, "--save", file, "--lang", "en", "--allied", level)
    play(monkeypatch, capsys, ["ready 0", "done", "done", "quit"], *words)
    journal = Journal.read(file)
    assert journal.players == {"german": "human", "allied": level}
    assert any(move.startswith("move") for move in moves(file))


def test_a_player_nobody_knows_is_refused(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", None)
    assert main(["play", "bautzen", "--allied", "napoleon"]) == 2
    assert "napoleon" in capsys.readouterr().err


BREAKING = """\
from grognard.bots.bot import Bot

class Broken(Bot):
    def __init__(self, game, seat, rng): ...
    def choose(self, table):
        return [][0]
"""


def test_a_program_that_breaks_is_told_in_a_line_and_the_game_goes_on_later(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (tmp_path / "breaking.py").write_text(BREAKING, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    words = ["play", "luga", "--lang", "en", "--save", "b.game", "--german", "breaking:Broken"]
    assert main(words) == 1
    shown = capsys.readouterr()
    assert "breaking:Broken cannot go on: IndexError" in shown.out
    assert "breaking.py, line 6, in choose" in shown.out
    assert "To go on: grognard play luga --load b.game" in shown.out
    assert shown.err == ""
    assert main([*words[:4], "--save", "c.game", "--german", "process:false"]) == 1
    shown = capsys.readouterr()
    assert "process:false cannot go on: process:false has ended" in shown.out
    assert main(["hint", "b.game", "--level", "breaking:Broken"]) == 1
    assert "breaking.py, line 6, in choose" in capsys.readouterr().err
    shown_lines = play(
        monkeypatch, capsys, ["hint breaking:Broken", "quit"], "luga", "--lang", "en"
    )
    assert "breaking.py, line 6, in choose" in shown_lines


def test_no_other_file_is_written_over(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    mine, other = tmp_path / "mine.game", tmp_path / "other.txt"
    other.write_text("precious", encoding="utf-8")
    play(monkeypatch, capsys, ["quit"], "luga", "--save", mine, "--lang", "en")
    for place in (other, mine, tmp_path):
        assert main(["play", "luga", "--save", str(place)]) == 2
        assert capsys.readouterr().err.startswith(f"grognard: {place} is ")
    lines = [f"save {other}", "quit"]
    shown = play(monkeypatch, capsys, lines, "luga", "--load", mine, "--save", mine, "--lang", "en")
    assert f"{other} is there already" in shown
    assert other.read_text(encoding="utf-8") == "precious"


@pytest.mark.parametrize("name", ["luga", "petrograd"])
def test_what_is_told_of_a_position_and_refused_is_in_french(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path, name: str
) -> None:
    lines = ["inspect", "map 9999", "why 9999", "inspect zz", "rules 99", "quit"]
    words = (name, "--save", tmp_path / "f.game", "--lang", "fr")
    shown = play(monkeypatch, capsys, lines, *words)
    for told in (
        *("tour : 1", "zones de contrôle", "ravitaillement", "ennemies : "),
        *("il n'y a pas d'hex. 9999", "9999 n'est ni un pion ni un hex."),
        *("il n'y a pas de pion « zz »", "il n'y a pas de règle « 99 »"),
    ):
        assert told in shown
    assert "there is no" not in shown
