"""People who play over the network: they see what they are sent, and nothing else."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from random import Random

    from starlette.testclient import TestClient, WebSocketTestSession

    from grognard.server.house import House
    from grognard.server.table import Table

BOTH = {"german": {"kind": "human"}, "allied": {"kind": "human"}}


def new_table(client: TestClient, **body: Any) -> dict[str, Any]:
    """Make a table of Bautzen with two people, unless said otherwise."""
    wanted = {"seats": BOTH, **body}
    if "petrograd" in str(body.get("journal", ""))[:200]:
        wanted = {"seats": {"white": {"kind": "human"}, "red": {"kind": "human"}}, **body}
    if "luga" in str(body.get("journal", ""))[:200]:
        wanted = {"seats": {"german": {"kind": "human"}, "soviet": {"kind": "human"}}, **body}
    if "journal" not in wanted and "fork" not in wanted:
        wanted.setdefault("game", "bautzen")
    answer = client.post("/api/tables", json=wanted)
    assert answer.status_code == 201, answer.text
    made: dict[str, Any] = answer.json()
    return made


def table_of(client: TestClient, made: dict[str, Any]) -> Table:
    """Return a table as the server has it in memory."""
    house: House = client.app.state.house  # type: ignore[attr-defined]
    return house._tables[made["table"]]


def bearer(*tokens: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {','.join(tokens)}"}


def token(table: dict[str, Any], seat: str) -> str:
    found: str = table["seats"][seat]["token"]
    return found


@dataclass
class Person:
    """Somebody at a connection, who keeps every byte that comes."""

    socket: WebSocketTestSession
    client: str = "tab"
    sequence: int = 0
    heard: list[str] = field(default_factory=list)
    update: dict[str, Any] = field(default_factory=dict)
    log: list[str] = field(default_factory=list)
    table: dict[str, Any] = field(default_factory=dict)

    def hello(self, token: str | None = None, lang: str = "en") -> Person:
        """Say who this is, and look at the table."""
        hello = {"type": "hello", "lang": lang, "client": self.client}
        self.send(hello if token is None else {**hello, "token": token})
        self.hear("update")
        return self

    def send(self, message: dict[str, Any]) -> None:
        self.socket.send_text(json.dumps(message))

    def hear(self, *kinds: str) -> dict[str, Any]:
        """Read until a message of one of these kinds has come."""
        while True:
            text = self.socket.receive_text()
            self.heard.append(text)
            message: dict[str, Any] = json.loads(text)
            if message["type"] == "update":
                self._look(message)
            elif message["type"] == "welcome":
                self.table = message["table"]
            if message["type"] in kinds:
                return message

    def _look(self, update: dict[str, Any]) -> None:
        self.update = update
        told = update["log"]
        if told["first"] > told["keep"]:
            self.log = [""] * told["first"]
        self.log = self.log[: told["first"]]
        self.log += [line["text"] for line in told["lines"]]
        assert len(self.log) == told["total"]

    def settle(self) -> None:
        """Read whatever has been sent so far."""
        self.send({"type": "ping"})
        self.hear("pong")

    def message(self, verb: str, noun: int = 0) -> dict[str, Any]:
        """Return the message of an answer to what was last seen."""
        self.sequence += 1
        return {
            "type": "answer",
            "client": self.client,
            "sequence": self.sequence,
            "version": self.update["version"],
            "verb": verb,
            "noun": noun,
        }

    def say(self, message: dict[str, Any]) -> dict[str, Any]:
        """Send an answer or an undo, and return what becomes of it."""
        self.send(message)
        return self.hear("confirmed", "refused", "error")

    def answer(self, verb: str, noun: int = 0) -> dict[str, Any]:
        """Answer, and see it confirmed."""
        heard = self.say(self.message(verb, noun))
        assert heard["type"] == "confirmed", heard
        return heard

    def undo(self) -> dict[str, Any]:
        """Take back the last answer, if that can be."""
        self.sequence += 1
        whose = {"client": self.client, "sequence": self.sequence}
        return self.say({"type": "undo", **whose, "version": self.update["version"]})

    @property
    def is_asked(self) -> bool:
        return bool(self.update["answers"])

    def answer_at_random(self, rng: Random) -> None:
        """Answer as somebody would who hurries through the game."""
        chosen = choice(self.update["answers"], rng)
        self.answer(chosen["verb"], chosen["noun"])


def choice(answers: list[dict[str, Any]], rng: Random) -> dict[str, Any]:
    """Return an answer that leads on: a set-up that is ready, combat often, few moves."""
    ready = [answer for answer in answers if answer["verb"] == "ready"]
    done = [answer for answer in answers if answer["verb"] == "done"]
    attacks = [answer for answer in answers if answer["verb"] in ("attack", "fight")]
    if ready:
        return ready[0]
    if attacks and rng.random() < 0.7:
        return rng.choice(attacks)
    if done and rng.random() < 0.15:
        return done[0]
    return rng.choice(answers)
