"""What clients may send, and in what form; anything else is refused with a reason."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeVar

from fastapi import Path
from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    StringConstraints,
    ValidationError,
    model_validator,
)
from pydantic.functional_validators import AfterValidator

from grognard.engine.game import Action
from grognard.server.refusal import Refused
from grognard.server.table import Submission

BodyT = TypeVar("BodyT", bound="Body")


def _plain(text: str) -> str:
    """Refuse what a header of a journal could not hold."""
    text = text.strip()
    if not text.isprintable() or "#" in text:
        raise ValueError("a name is printable text without '#'")
    return text


Name = Annotated[str, StringConstraints(max_length=40), AfterValidator(_plain)]
Client = Annotated[str, StringConstraints(min_length=1, max_length=64, pattern=r"^[\x21-\x7e]+$")]
Lang = Literal["en", "fr"]
Whole = Annotated[int, Field(ge=0, lt=2**31)]
NoteId = Annotated[int, Path(ge=0, lt=2**31)]
Version = Annotated[int, Field(ge=0, lt=2**53)]


class Body(BaseModel):
    """Strict: no field that is not known, no text where a number is due, no text that is none."""

    model_config = ConfigDict(extra="forbid", strict=True)

    @model_validator(mode="before")
    @classmethod
    def _refuse_broken_text(cls, value: Any) -> Any:
        if isinstance(value, dict) and any(map(is_broken, (*value, *value.values()))):
            raise ValueError("a text holds the character 0, or half of a character")
        return value


def is_broken(value: object) -> bool:
    """Whether a text, or one within a mapping, can be neither sent nor kept by every database."""
    if isinstance(value, dict):
        return any(map(is_broken, (*value, *value.values())))
    if not isinstance(value, str):
        return False
    return "\0" in value or any("\ud800" <= letter <= "\udfff" for letter in value)


class SeatBody(Body):
    """Who plays a seat."""

    kind: Literal["human", "guest", "bot"] = "human"
    """The maker of the table, somebody who is invited, or a program."""
    name: Name = ""
    level: Annotated[str, StringConstraints(max_length=64)] = ""


class ForkBody(Body):
    """A moment of another table: the one in which a line of its log was written."""

    table: Annotated[str, StringConstraints(max_length=32)]
    line: Whole


class NewTable(Body):
    """A table to be made: of a scenario, or going on where a journal or another table was."""

    game: Annotated[str, StringConstraints(max_length=64)] | None = None
    scenario: Annotated[str, StringConstraints(max_length=64)] | None = None
    options: dict[str, Annotated[str, StringConstraints(max_length=200)]] = {}
    seats: dict[str, SeatBody] = {}
    lang: Lang = "en"
    journal: str | None = None
    fork: ForkBody | None = None
    lesson: Annotated[str, StringConstraints(max_length=100)] = ""
    """The id of a lesson; it brings its own position and opponent."""
    hints: bool | None = None
    """Whether the computer gives hints; if nothing is said, where it plays itself."""


class UndoBody(Body):
    """Take back one's last answer."""

    client: Client
    sequence: Whole
    version: Version

    def asked(self) -> Submission:
        """Return what the table is asked to do."""
        return Submission(self.client, self.sequence, self.version, None)


class AnswerBody(UndoBody):
    """An answer to the current question."""

    verb: Annotated[str, StringConstraints(max_length=40)]
    noun: Whole = 0

    def asked(self) -> Submission:
        """Return what the table is asked to do."""
        action = Action(self.verb, self.noun)
        return Submission(self.client, self.sequence, self.version, action)


class NameBody(Body):
    """A new name."""

    name: Name


class TokenBody(Body):
    """A token of one's own choice; without one, the server makes one."""

    token: Annotated[str, StringConstraints(max_length=86)] | None = None


class JoinBody(TokenBody):
    """An invitation, to be exchanged for a token."""

    invitation: Annotated[str, StringConstraints(min_length=1, max_length=86)]


class NoteBody(Body):
    """A remark at a frame of the replay."""

    frame: Whole
    text: Annotated[str, StringConstraints(max_length=2000)] = ""


class Hello(Body):
    """The first message of a connection."""

    type: Literal["hello"]
    token: Annotated[str, StringConstraints(max_length=200)] | None = None
    lang: Lang = "en"
    client: Client | None = None


class AnswerMessage(AnswerBody):
    """An answer over a connection."""

    type: Literal["answer"]


class UndoMessage(UndoBody):
    """An undo over a connection."""

    type: Literal["undo"]


class LangMessage(Body):
    """Another language."""

    type: Literal["lang"]
    lang: Lang


class PingMessage(Body):
    """A sign of life."""

    type: Literal["ping"]


MESSAGES: dict[str, type[Body]] = {
    "answer": AnswerMessage,
    "undo": UndoMessage,
    "lang": LangMessage,
    "ping": PingMessage,
}


def parse(kind: type[BodyT], value: Any) -> BodyT:
    """Return a message as its model, or refuse it."""
    try:
        return kind.model_validate(value)
    except ValidationError as error:
        raise Refused("bad_request", reasons(error.errors())) from None


def reasons(errors: Any) -> str:
    """Return what is wrong with a body in one line."""
    said = []
    for error in errors[:5]:
        place = ".".join(str(part) for part in error["loc"] if part != "body")
        said.append(f"{place}: {error['msg']}" if place else str(error["msg"]))
    return "; ".join(said)
