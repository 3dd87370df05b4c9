"""``grognard serve --open`` opens a browser only where somebody can see it."""

from __future__ import annotations

import pytest

from grognard.server.serving import has_screen


@pytest.mark.parametrize(
    ("environ", "platform", "shown"),
    [
        ({"DISPLAY": ":0"}, "linux", True),
        ({"WAYLAND_DISPLAY": "wayland-0"}, "linux", True),
        ({}, "linux", False),
        ({}, "darwin", True),
        ({}, "win32", True),
        ({"CI": "true", "DISPLAY": ":0"}, "linux", False),
        ({"CI": "true"}, "darwin", False),
    ],
)
def test_a_browser_is_opened_only_where_there_is_a_screen(
    environ: dict[str, str], platform: str, shown: bool
) -> None:
    assert has_screen(environ, platform) is shown
