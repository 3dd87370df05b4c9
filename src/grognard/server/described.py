"""The API described: the OpenAPI document says what is sent in the types of the contract."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from fastapi.openapi.utils import get_openapi
from fastapi.responses import PlainTextResponse

from grognard.wire import made

if TYPE_CHECKING:
    from fastapi import FastAPI


def _in_json(name: str) -> dict[str, Any]:
    return {"description": name, "content": {"application/json": {"schema": made.reference(name)}}}


def gives(name: str, status: int = 200) -> dict[str, Any]:
    """Return what a request needs to say that it answers with a type of the contract."""
    return {"responses": {status: _in_json(name)}}


GIVES_TEXT: Final[dict[str, Any]] = {
    "response_class": PlainTextResponse,
    "responses": {200: {"description": "a file of text"}},
}
"""What a request needs to say that it answers with a text."""


def describe(app: FastAPI) -> None:
    """Let the document of an application hold the types of the contract."""

    def document() -> dict[str, Any]:
        if app.openapi_schema is None:
            found = get_openapi(title=app.title, version=app.version, routes=app.routes)
            parts = found.setdefault("components", {}).setdefault("schemas", {})
            parts.update(made.schemas())
            for operation in [each for path in found["paths"].values() for each in path.values()]:
                # What does not fit is refused as everything is, not in the form of FastAPI.
                operation["responses"].pop("422", None)
                operation["responses"]["default"] = _in_json("Refusal")
            for unused in ("HTTPValidationError", "ValidationError"):
                parts.pop(unused, None)
            app.openapi_schema = found
        return app.openapi_schema

    app.openapi = document  # type: ignore[method-assign]
