"""Fill a room of the museum: the saves of one released version, made by that version's own code.

    PYTHONPATH=VERSION/src:tests python tests/museum/make.py tests/museum/0.1.0

with a checkout of the version at VERSION. ``--only database`` makes the database of the schema
that the code has; the one of schema 0001 comes from the last commit before there was another.
A room is never made anew once the version after it has begun: its files are the promise.
"""

from __future__ import annotations

import argparse
import sqlite3
import subprocess
import sys
import time
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, Final

from starlette.testclient import TestClient

from grognard.bots.bot import Table
from grognard.bots.clock import Clock
from grognard.bots.levels import make_bot
from grognard.engine.game import apply
from grognard.engine.registry import game as game_named
from grognard.engine.session import Session
from grognard.server.app import create_app
from grognard.server.settings import Limits, Settings
from museum.seeded import SEEDS, line

if TYPE_CHECKING:
    from collections.abc import Callable

    from grognard.engine.game import Action, State

BAUTZEN: Final = game_named("bautzen")
NODES: Final = 300
"""How long a general thinks about a decision."""

LEVELS: Final = (
    ("random", "random"),
    ("random", "recruit"),
    ("recruit", "random"),
    ("recruit", "recruit"),
    ("recruit", "sergeant"),
    ("sergeant", "recruit"),
    ("sergeant", "colonel"),
    ("colonel", "sergeant"),
    ("colonel", "colonel"),
    ("colonel", "general"),
    ("general", "colonel"),
    ("general", "general"),
)
OPTIONS: Final = (
    {"blocked_retreat_returns_steps": "true"},
    {"source_closed_by_zoc": "false"},
    {"convoy_command": "formation"},
    {"pass_through_control": "true"},
    {"mixed_nationalities": "false"},
    {"blocked_retreat_returns_steps": "true", "source_closed_by_zoc": "false"},
)


class Sides:
    """Who plays a game: each side a level of its own."""

    def __init__(self, names: tuple[str, str], seed: str, *, free: bool = False) -> None:
        self.rng, self.free = Random(seed), free
        self.bots = [
            None if name == "random" else make_bot(name, BAUTZEN, seat, seed)
            for seat, name in enumerate(names)
        ]

    def choose(self, state: State) -> Action:
        options = state.options()
        bot = self.bots[state.seat] if state.seat >= 0 else None
        if self.free and options[-1].verb == "free":
            return options[-1]
        if bot is None or len(options) == 1:
            return options[int(self.rng.random() * len(options))]
        return bot.choose(Table(BAUTZEN, state, state.seat, Clock(nodes=NODES)))


def play(
    folder: Path,
    name: str,
    levels: tuple[str, str] = ("random", "random"),
    *,
    options: dict[str, str] | None = None,
    free: bool = False,
    auto_forced: bool = False,
    until: Callable[[Session], bool] | None = None,
) -> None:
    """Keep a game, whole or until something is true of it."""
    began, sides = time.perf_counter(), Sides(levels, name, free=free)
    session = Session.begin(
        BAUTZEN,
        options=options,
        players=dict(zip(BAUTZEN.seats, levels, strict=True)),
        date="2026-11-17",
        auto_forced=auto_forced,
    )
    while not session.state.is_over and not (until and until(session)):
        session.play(sides.choose(session.state))
    (folder / f"{name}.txt").write_text(session.record().format(), encoding="utf-8")
    print(
        f"{name}: {len(session.actions)} answers, {time.perf_counter() - began:.1f} s", flush=True
    )


def asks(question: str, turn: int = 1) -> Callable[[Session], bool]:
    """Return whether a question is asked, by its rule and kind, from some turn on."""
    return lambda session: (
        type(session.state.question).__name__ == question
        and getattr(session.state, "turn", 0) >= turn
        and len(session.state.options()) > 1
    )


def make_games(folder: Path) -> None:
    """Make games of every level on either side, of every option, and some broken off."""
    for levels in LEVELS:
        play(folder, "-".join(levels), levels)
    for number, options in enumerate(OPTIONS, 1):
        play(folder, f"option-{number}", options=options)
    play(folder, "option-levels", ("sergeant", "sergeant"), options=OPTIONS[5])
    for number in (1, 2):
        play(folder, f"free-{number}", free=True)
    play(folder, "free-levels", ("colonel", "sergeant"), free=True)
    play(folder, "forced", ("recruit", "sergeant"), auto_forced=True)
    play(folder, "unfinished-setup", free=True, until=lambda session: len(session.actions) > 30)
    play(folder, "unfinished-commit", ("sergeant", "sergeant"), until=asks("Commit"))
    play(folder, "unfinished-trade", until=asks("Trade", 2))
    play(folder, "unfinished-losses", until=asks("Lose", 2))
    play(folder, "unfinished-retreat", until=asks("Retreat", 1))
    play(folder, "unfinished-advance", until=asks("Advance", 3))
    play(folder, "unfinished-movement", ("colonel", "colonel"), until=asks("Movement", 4))


def make_positions(folder: Path) -> None:
    """Keep the first position at which each kind of question is asked, and some more."""
    seen: dict[str, int] = {}
    for seed in range(30):
        rng, state = Random(f"position {seed}"), BAUTZEN.start(BAUTZEN.load())
        while not state.is_over:
            kind = type(state.question).__name__
            if seen.get(kind, 0) < 2 and rng.random() < 0.1:
                seen[kind] = seen.get(kind, 0) + 1
                text = BAUTZEN.write_position(state)
                (folder / f"{kind.lower()}-{seen[kind]}.toml").write_text(text, encoding="utf-8")
            options = state.options()
            is_ready = options[0].verb == "ready" and seed % 3
            chosen = options[0] if is_ready else options[int(rng.random() * len(options))]
            apply(state, chosen)
        if seed == 0:
            text = BAUTZEN.write_position(state)
            (folder / "over.toml").write_text(text, encoding="utf-8")
    print("positions:", ", ".join(sorted(seen)))


def make_seeded(file: Path) -> None:
    """Write the fingerprints of the seeded games."""
    scenario = BAUTZEN.load()
    lines = [line(BAUTZEN, BAUTZEN.start(scenario), seed) for seed in range(SEEDS)]
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")


class Server:
    """A running server, and the people who play on it."""

    def __init__(self, client: TestClient) -> None:
        self.client, self.rng = client, Random(1945)
        self.sequence = 0
        self.tokens: list[str] = []
        """Table, seat and token of everybody who plays: old links must open for ever."""

    def table(self, **body: Any) -> dict[str, Any]:
        """Make a table; return what its maker is told."""
        answer = self.client.post("/api/tables", json=body)
        assert answer.status_code == 201, answer.text
        made: dict[str, Any] = answer.json()
        self.tokens += [
            f"{made['table']} {name} {seat['token']}"
            for name, seat in made["seats"].items()
            if seat.get("token")
        ]
        return made

    def play(self, made: dict[str, Any], answers: int, undo: float = 0.1) -> None:
        """Let the people of a table answer, and take back, until a number of answers is given."""
        given = 0
        for _ in range(100_000):
            state = self.state(made)
            if state.is_over or given >= answers:
                return
            seat = made["seats"].get(BAUTZEN.seats[state.seat]) if state.seat >= 0 else None
            if not seat or not seat.get("token"):
                time.sleep(0.02)
                continue
            given += self._answer(made, seat["token"], undo)

    def state(self, made: dict[str, Any]) -> Any:
        """Return the position of a table."""
        house = self.client.app.state.house  # type: ignore[attr-defined]
        return house._tables[made["table"]].session.state

    def _answer(self, made: dict[str, Any], token: str, undo: float) -> int:
        place, headers = f"/api/tables/{made['table']}", {"Authorization": f"Bearer {token}"}
        update = self.client.get(f"{place}/update", headers=headers).json()
        if not update["answers"]:
            return 0
        self.sequence += 1
        body = {"client": "tab", "sequence": self.sequence, "version": update["version"]}
        if update["can_undo"] and self.rng.random() < undo:
            answer = self.client.post(f"{place}/undo", headers=headers, json=body)
        else:
            chosen = self._choose(update["answers"])
            body |= {"verb": chosen["verb"], "noun": chosen["noun"]}
            answer = self.client.post(f"{place}/answers", headers=headers, json=body)
        assert answer.status_code == 200, answer.text
        return 1

    def _choose(self, answers: list[dict[str, Any]]) -> dict[str, Any]:
        """Choose as somebody who hurries: the ready set-up, few moves, many attacks."""
        for verbs, chance in ((("ready",), 1.0), (("attack", "fight"), 0.7), (("done",), 0.15)):
            found = [answer for answer in answers if answer["verb"] in verbs]
            if found and self.rng.random() < chance:
                return self.rng.choice(found)
        return self.rng.choice(answers)

    def note(self, made: dict[str, Any], seat: str, frame: int, text: str) -> None:
        """Keep a note of somebody."""
        token = made["seats"][seat]["token"]
        answer = self.client.post(
            f"/api/tables/{made['table']}/notes",
            headers={"Authorization": f"Bearer {token}"},
            json={"frame": frame, "text": text},
        )
        assert answer.status_code == 201, answer.text


def person(name: str = "") -> dict[str, str]:
    return {"kind": "human", "name": name}


def bot(level: str) -> dict[str, str]:
    return {"kind": "bot", "level": level}


def fill(server: Server) -> None:
    """Play on a server: a whole game, one in the middle of a combat, one against each bot."""
    two = {"german": person("Ann"), "allied": person("Béla")}
    whole = server.table(game="bautzen", seats=two)
    server.play(whole, 100_000)
    server.note(whole, "german", 3, "Trop tôt ! \u2192 1510")
    server.note(whole, "german", 9, "")
    server.note(whole, "allied", 5, "a second look")
    fought = server.table(game="bautzen", seats=two, lang="fr")
    server.play(fought, 40)
    while server.state(fought).battle is None or server.state(fought).seat < 0:
        server.play(fought, 1)
    server.note(fought, "allied", 2, "hold")
    for level in ("random", "recruit", "sergeant", "colonel", "general"):
        seats = {"german": person("Ann"), "allied": bot(level)}
        server.play(server.table(game="bautzen", seats=seats), 40)
    seats = {"german": bot("recruit"), "allied": person("Béla")}
    server.play(server.table(game="bautzen", seats=seats), 100_000)
    seats = {"german": bot("sergeant"), "allied": person()}
    chosen = {"blocked_retreat_returns_steps": "true", "pass_through_control": "true"}
    server.play(server.table(game="bautzen", seats=seats, options=chosen, lang="fr"), 30)
    journal = Path(__file__).parent / "0.1.0" / "games" / "unfinished-trade.txt"
    taken = server.table(journal=journal.read_text(encoding="utf-8"), seats=two)
    server.play(taken, 10)
    server.table(game="bautzen", seats=two)


def make_database(folder: Path) -> None:
    """Make a database of the schema that this code has, and what it exports from it."""
    with TemporaryDirectory() as place:
        file = Path(place) / "games.sqlite"
        free = Limits(requests=1e6, answers=1e6, tables=1e6)
        with TestClient(create_app(Settings(f"sqlite:///{file}", free))) as client:
            server = Server(client)
            fill(server)
        with sqlite3.connect(file) as database:
            schema = database.execute("select version_num from alembic_version").fetchone()[0]
            dump = "\n".join(database.iterdump())
        (folder / f"{schema}.sql").write_text(f"{dump}\n", encoding="utf-8")
        tokens = "\n".join(server.tokens)
        (folder / f"{schema}.tokens.txt").write_text(f"{tokens}\n", encoding="utf-8")
        command = [sys.executable, "-m", "grognard", "export", "--to", str(folder / schema)]
        subprocess.run([*command, "--database", str(file)], check=True)
    print(f"database of schema {schema}")


ROOMS: Final = {
    "games": make_games,
    "positions": make_positions,
    "databases": make_database,
}


def main() -> None:
    """Make everything, or one kind of thing."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--only", choices=[*ROOMS, "seeded"])
    given = parser.parse_args()
    for name, make in ROOMS.items():
        if given.only in (None, name):
            (given.folder / name).mkdir(parents=True, exist_ok=True)
            make(given.folder / name)
    if given.only in (None, "seeded"):
        make_seeded(given.folder / "seeded.txt")


if __name__ == "__main__":
    main()
