"""What the page on odds shows is what the functions answer."""

from __future__ import annotations

import doctest
from pathlib import Path

PAGE = Path(__file__).parents[1] / "docs" / "odds.md"


def test_the_page_on_odds_can_be_typed_in() -> None:
    """BZ-8.2, PG-5a, EF-11.4d: every example, with its answer."""
    outcome = doctest.testfile(str(PAGE), module_relative=False)
    assert outcome.failed == 0
    assert outcome.attempted >= 25
