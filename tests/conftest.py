"""The same environment for every test, whoever runs it, where, and with which settings."""

from __future__ import annotations

import os
from typing import Final

from hypothesis import HealthCheck, settings

OURS: Final = "GROGNARD_"
KEPT: Final = ("GROGNARD_TEST_", "GROGNARD_SKIP_CLIENT")
"""What tells the tests themselves something."""
OTHERS: Final = frozenset(
    {
        "COLUMNS",
        "FORCE_COLOR",
        "LANGUAGE",
        "LC_MESSAGES",
        "LINES",
        "NO_COLOR",
        "PYTHONWARNINGS",
        "TTY_COMPATIBLE",
        "TTY_INTERACTIVE",
        "TZ",
        "XDG_DATA_HOME",
    }
)
"""What programs look at besides: language, zone, width and colours of a terminal."""

settings.register_profile(
    "steady", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("steady")
"""A busy machine fails no test, and the same tests are made whatever the day."""


def neutral(environment: dict[str, str]) -> dict[str, str]:
    """Return an environment without settings of grognard's, languages, colours and proxies."""
    found = {
        name: value
        for name, value in environment.items()
        if name not in OTHERS and not name.lower().endswith("_proxy")
    }
    for name in [name for name in found if name.startswith(OURS) and not name.startswith(KEPT)]:
        del found[name]
    return {**found, "LC_ALL": "C.UTF-8", "LANG": "C.UTF-8"}


# Before anything is imported: much is read once.
_found = neutral(dict(os.environ))
os.environ.clear()
os.environ.update(_found)
