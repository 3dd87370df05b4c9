"""A server of the test's own, on a database of its own, and people who sit at its tables."""

from __future__ import annotations

from types import SimpleNamespace
from typing import TYPE_CHECKING

import pytest
from starlette.testclient import TestClient

from grognard.server.app import create_app
from grognard.server.settings import Limits, Settings

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

FREE = Limits(requests=1e6, answers=1e6, seat=1e6, tables=1e6)


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    """Return settings that do not limit the tests."""
    return Settings(f"sqlite:///{tmp_path}/games.sqlite", FREE)


@pytest.fixture
def still(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the limits' clock stand still: nothing is given back, however slow the machine is."""
    monkeypatch.setattr("grognard.server.limits.time", SimpleNamespace(monotonic=lambda: 0.0))


@pytest.fixture
def client(settings: Settings) -> Iterator[TestClient]:
    """Return a client of a running application."""
    with TestClient(create_app(settings)) as running:
        yield running
