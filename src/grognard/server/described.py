"""The API described: the OpenAPI document says what is sent in the types of the contract."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from fastapi.openapi.utils import get_openapi

from grognard.wire import made

if TYPE_CHECKING:
    from fastapi import FastAPI


def gives(name: str, status: int = 200) -> dict[str, Any]:
    """Return what a request needs to say that it answers with a type of the contract."""
    content = {"application/json": {"schema": made.reference(name)}}
    return {"responses": {status: {"description": name, "content": content}}}


def describe(app: FastAPI) -> None:
    """Let the document of an application hold the types of the contract."""

    def document() -> dict[str, Any]:
        if app.openapi_schema is None:
            found = get_openapi(title=app.title, version=app.version, routes=app.routes)
            parts = found.setdefault("components", {}).setdefault("schemas", {})
            parts.update(made.schemas())
            app.openapi_schema = found
        return app.openapi_schema

    app.openapi = document  # type: ignore[method-assign]
