"""Structured logs: one JSON object a line, on standard error. Tokens never appear in them."""

from __future__ import annotations

import json
import logging
import sys
from datetime import UTC, datetime
from typing import Any, Final

LOGGER: Final = logging.getLogger("grognard.server")


class JsonLines(logging.Formatter):
    """Writes a record as one line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line."""
        moment = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        line: dict[str, Any] = {"at": moment, "level": record.levelname.lower()}
        line["event"] = record.getMessage()
        line |= getattr(record, "facts", {})
        if record.exc_info:
            line["traceback"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False, default=str)


def log(event: str, **facts: object) -> None:
    """Write one line."""
    LOGGER.info(event, extra={"facts": facts})


def log_fault(event: str, error: BaseException, **facts: object) -> None:
    """Write one line about a fault of ours, with its traceback."""
    LOGGER.error(event, exc_info=error, extra={"facts": facts})


def configure(level: int = logging.INFO) -> None:
    """Send everything that the server and its libraries say to standard error, as JSON lines."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    for name in ("grognard.server", "uvicorn", "uvicorn.error"):
        logger = logging.getLogger(name)
        logger.handlers, logger.propagate = [handler], False
        logger.setLevel(level if name == "grognard.server" else logging.WARNING)
