"""What a request or a message is refused with: a status, a code, a reason in words."""

from __future__ import annotations

from typing import Final

from starlette.exceptions import HTTPException

STATUS: Final = {
    "bad_request": 400,
    "bad_token": 401,
    "not_yours": 403,
    "bad_origin": 403,
    "not_found": 404,
    "late": 409,
    "not_asked": 409,
    "not_over": 409,
    "illegal": 409,
    "no_undo": 409,
    "lesson": 409,
    "conflict": 409,
    "taken": 409,
    "full": 409,
    "too_large": 413,
    "bad_journal": 422,
    "too_many": 429,
    "broken": 500,
    "not_offered": 501,
    "shutting_down": 503,
    "not_saved": 503,
    "not_applied": 503,
    "not_ready": 503,
    "damaged": 503,
    "no_hint": 503,
}

LONGEST: Final = 600
"""Characters of a reason: what was sent is not sent back whole."""


class Refused(HTTPException):
    """Something that was asked for and is not done."""

    def __init__(self, code: str, reason: str) -> None:
        reason = reason if len(reason) <= LONGEST else f"{reason[:LONGEST]} ..."
        super().__init__(STATUS[code], reason)
        self.code, self.reason = code, reason

    def __str__(self) -> str:
        return self.reason

    def as_json(self) -> dict[str, str]:
        """Return the body of the answer."""
        return {"code": self.code, "reason": self.reason}
