"""The application: routes, layers, what happens at the beginning and at the end."""

from __future__ import annotations

from contextlib import asynccontextmanager
from importlib import resources
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Final

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.responses import FileResponse, HTMLResponse, JSONResponse, Response

from grognard.server import afterwards, docs, http, making
from grognard.server.bodies import reasons
from grognard.server.described import describe
from grognard.server.guard import Guard
from grognard.server.house import House
from grognard.server.limits import Rates
from grognard.server.logs import log
from grognard.server.refusal import Refused

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from grognard.server.settings import Settings

CODES: Final = {404: "not_found", 405: "bad_request", 400: "bad_request"}
NOT_BUILT: Final = """<!doctype html>
<html lang="en"><meta charset="utf-8"><title>grognard</title>
<h1>The server runs, the board is not built</h1>
<p>This copy of grognard came without its browser client. In a checkout, <code>make play</code>
builds it (or <code>npm ci &amp;&amp; npm run build</code> in <code>web/</code>); then reload this
page.</p>
<p lang="fr">Le serveur tourne, mais le plateau n'est pas construit : <code>make play</code> s'en
charge.</p>
<p>The API is there already: <a href="/api/docs">/api/docs</a>.</p>
</html>
"""


def static_files() -> Path:
    """Return where the built client lies."""
    return Path(str(resources.files("grognard.server"))) / "static"


def create_app(settings: Settings, static: Path | None = None) -> FastAPI:
    """Return the application of one server."""
    house = House(settings)

    @asynccontextmanager
    async def lifespan(_app: FastAPI) -> AsyncIterator[None]:
        await house.open()
        log("started", database=settings.database.partition(":")[0])
        yield
        await house.close()
        log("stopped")

    app = FastAPI(
        title="grognard",
        version=version("grognard"),
        lifespan=lifespan,
        docs_url=None,
        openapi_url="/api/openapi.json",
        redoc_url=None,
    )
    app.state.house = house
    hourly = settings.limits.tables
    app.state.creations = Rates(hourly / 3600, max(1.0, hourly))
    app.include_router(http.router)
    app.include_router(making.router)
    app.include_router(afterwards.router)
    app.add_api_route("/health", http.health, methods=["GET"])
    app.add_api_route("/ready", http.readiness, methods=["GET"])
    app.add_route("/api/docs", _docs, include_in_schema=False)
    describe(app)
    app.add_exception_handler(Refused, _refused)
    app.add_exception_handler(RequestValidationError, _invalid)
    app.add_exception_handler(HTTPException, _http_error)
    _serve_client(app, static or static_files())
    app.add_middleware(GZipMiddleware, minimum_size=1000, compresslevel=5)
    app.add_middleware(Guard, settings=settings)
    return app


async def _docs(request: Request) -> Response:
    app: FastAPI = request.app
    return HTMLResponse(docs.page(app.openapi()))


async def _refused(_request: Request, error: Exception) -> Response:
    refused = error if isinstance(error, Refused) else Refused("broken", "unexpected")
    headers = {"Retry-After": "1"} if refused.code == "too_many" else None
    return JSONResponse(refused.as_json(), refused.status_code, headers)


async def _invalid(_request: Request, error: Exception) -> Response:
    said = reasons(error.errors()) if isinstance(error, RequestValidationError) else str(error)
    return JSONResponse({"code": "bad_request", "reason": said}, 400)


async def _http_error(_request: Request, error: Exception) -> Response:
    status = error.status_code if isinstance(error, HTTPException) else 400
    reason = str(error.detail) if isinstance(error, HTTPException) else str(error)
    return JSONResponse({"code": CODES.get(status, "bad_request"), "reason": reason}, status)


def _serve_client(app: FastAPI, static: Path) -> None:
    """Serve the files of the client, and its page under every address that it draws itself."""
    root = static.resolve()

    @app.get("/{path:path}", include_in_schema=False)
    async def client(path: str) -> Response:
        if path.startswith("api/"):
            raise Refused("not_found", "there is nothing at this address")
        if (wanted := _file(root, path)) is not None:
            return FileResponse(wanted, headers={"Cache-Control": _lifetime(path)})
        page = root / "index.html"
        if "." in path.rpartition("/")[2]:
            raise Refused("not_found", "there is nothing at this address")
        if not page.is_file():
            return HTMLResponse(NOT_BUILT)
        return FileResponse(page, headers={"Cache-Control": "no-cache"})


def _file(root: Path, path: str) -> Path | None:
    """Return a file of the client; a path that cannot be one names none."""
    if not path or "\0" in path:
        return None
    try:
        wanted = (root / path).resolve()
        return wanted if wanted.is_relative_to(root) and wanted.is_file() else None
    except (OSError, ValueError):
        return None


def _lifetime(path: str) -> str:
    """Files under ``assets/`` carry a hash in their names and never change."""
    return "public, max-age=31536000, immutable" if path.startswith("assets/") else "no-cache"
