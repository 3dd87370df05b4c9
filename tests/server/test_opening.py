"""How ``grognard serve`` begins: a browser for whoever can see it, garbage seldom looked at."""

from __future__ import annotations

import gc

import pytest

from grognard.server.serving import SELDOM, collect_seldom, has_screen


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


def test_what_was_loaded_is_never_looked_at_again_and_everything_seldom() -> None:
    """Else, in a house full of games, nobody is answered for a fifth of a second, ever again."""
    before, frozen = gc.get_threshold(), gc.get_freeze_count()
    try:
        collect_seldom()
        assert gc.get_freeze_count() - frozen > 10_000
        assert gc.get_threshold() == SELDOM
        young, middle, old = SELDOM
        assert young * middle * old >= 10_000_000
        assert gc.isenabled()
    finally:
        gc.unfreeze()
        gc.set_threshold(*before)
