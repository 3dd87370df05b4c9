"""The page of the API: made here from the schema, without a script and without a foreign host."""

from __future__ import annotations

import json
from html import escape
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

HEAD = """<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>grognard: API</title></head><body>
<h1>The API of this server</h1>
<p>Made from <a href="/api/openapi.json">/api/openapi.json</a>. What lies behind it, and live play
over WebSocket, is explained in <code>docs/api.md</code> of the source.</p>
"""


def page(schema: Mapping[str, Any]) -> str:
    """Return the page that shows a schema of OpenAPI: paths, what they take, what is sent."""
    parts = [HEAD, "<ul>"]
    paths = [
        (path, kind, told)
        for path, kinds in schema["paths"].items()
        for kind, told in kinds.items()
    ]
    for path, kind, _ in paths:
        parts.append(f'<li><a href="#{_anchor(path, kind)}">{kind.upper()} {escape(path)}</a></li>')
    parts.append("</ul>")
    for path, kind, told in paths:
        parts += _operation(path, kind, told)
    parts.append("<h2>Bodies</h2>")
    for name, body in schema.get("components", {}).get("schemas", {}).items():
        text = escape(json.dumps(body, indent=1, ensure_ascii=False))
        parts.append(f'<h3 id="{escape(name)}">{escape(name)}</h3><pre>{text}</pre>')
    return "\n".join([*parts, "</body></html>"])


def _operation(path: str, kind: str, told: Mapping[str, Any]) -> Iterator[str]:
    yield f'<h3 id="{_anchor(path, kind)}">{kind.upper()} {escape(path)}</h3>'
    yield f"<p>{escape(told.get('description', told.get('summary', '')))}</p>"
    given = [
        f"<li><code>{escape(each['name'])}</code> ({escape(each['in'])}"
        f"{', required' if each.get('required') else ''})</li>"
        for each in told.get("parameters", ())
    ]
    if given:
        yield f"<ul>{''.join(given)}</ul>"
    body = told.get("requestBody", {}).get("content", {}).get("application/json", {})
    name = str(body.get("schema", {}).get("$ref", "")).rpartition("/")[2]
    if name:
        yield f'<p>Body: <a href="#{escape(name)}">{escape(name)}</a></p>'


def _anchor(path: str, kind: str) -> str:
    return escape(f"{kind}{path}".replace("/", "-").replace("{", "").replace("}", ""))
