"""What the database holds. The entries of a table are its journal, and the truth about it."""

from __future__ import annotations

from datetime import datetime  # noqa: TC003 - SQLAlchemy reads the annotations

from sqlalchemy import Boolean, DateTime, ForeignKey, Index, Integer, String, Text
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column


class Base(DeclarativeBase):
    """The schema."""


class HostedRow(Base):
    """A game in progress, or played."""

    __tablename__ = "tables"

    id: Mapped[str] = mapped_column(String(32), primary_key=True)
    opening: Mapped[str] = mapped_column(Text)
    """The journal that the table began with: a header alone, or a game that was brought along."""
    lang: Mapped[str] = mapped_column(String(8))
    created: Mapped[datetime] = mapped_column(DateTime(timezone=True))
    hints: Mapped[bool] = mapped_column(Boolean)
    """Whether the computer tells people what it would do."""


class SeatRow(Base):
    """Who plays a side. The token itself is told once and never kept."""

    __tablename__ = "seats"

    table_id: Mapped[str] = mapped_column(ForeignKey("tables.id"), primary_key=True)
    seat: Mapped[int] = mapped_column(Integer, primary_key=True)
    level: Mapped[str] = mapped_column(String(64))
    """The bot that plays; empty for a person."""
    name: Mapped[str] = mapped_column(String(64))
    token_hash: Mapped[str] = mapped_column(String(64))
    invitation_hash: Mapped[str] = mapped_column(String(64))
    """Of the invitation that is exchanged once for a token of the guest's own."""
    holder: Mapped[str] = mapped_column(String(8))
    """``maker`` or ``guest``; empty while nobody has the seat."""
    renewals: Mapped[int] = mapped_column(Integer)


class EntryRow(Base):
    """One line of the journal of a table; entries are added, never changed."""

    __tablename__ = "entries"

    table_id: Mapped[str] = mapped_column(ForeignKey("tables.id"), primary_key=True)
    number: Mapped[int] = mapped_column(Integer, primary_key=True, autoincrement=False)
    kind: Mapped[str] = mapped_column(String(8))
    """``answer``, ``forced``, ``chance`` or ``undo``."""
    seat: Mapped[int] = mapped_column(Integer)
    move: Mapped[str] = mapped_column(String(200))
    """The answer as a journal writes it; empty for an undo."""
    client: Mapped[str | None] = mapped_column(String(64))
    sequence: Mapped[int | None] = mapped_column(Integer)
    at: Mapped[datetime] = mapped_column(DateTime(timezone=True))

    __table_args__ = (
        Index("one_answer_once", "table_id", "seat", "client", "sequence", unique=True),
    )


class NoteRow(Base):
    """A remark or a bookmark of a seat, at a frame of the replay as that seat sees it."""

    __tablename__ = "notes"

    id: Mapped[int] = mapped_column(Integer, primary_key=True)
    table_id: Mapped[str] = mapped_column(ForeignKey("tables.id"), index=True)
    seat: Mapped[int] = mapped_column(Integer)
    frame: Mapped[int] = mapped_column(Integer)
    text: Mapped[str] = mapped_column(Text)


class PulseRow(Base):
    """The one row that is written to see whether the database takes anything."""

    __tablename__ = "pulse"

    id: Mapped[int] = mapped_column(Integer, primary_key=True, autoincrement=False)
    at: Mapped[datetime] = mapped_column(DateTime(timezone=True))
