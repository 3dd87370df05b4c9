"""The readings of open rules that the referee goes by, which a scenario may choose otherwise."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

from games.bautzen import plain_rules

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

OLD: Final = {
    "encirclement": "supply",
    "blocked_retreat": "declared",
    "held_may_attack": "true",
    "convoy_limit": "all",
    "independents_anchor": "nation",
    "set_up_in_capital": "true",
}
"""The readings of the first edition of our rules."""


@contextmanager
def reading(chosen: Mapping[str, str]) -> Iterator[None]:
    """Read some rules otherwise for a while; the words are those of a journal."""
    before = dict(plain_rules.OPTIONS)
    for name, word in chosen.items():
        assert name in before, f"the scenario has no option {name}"
        plain_rules.OPTIONS[name] = word == "true" if isinstance(before[name], bool) else word
    for remembered in (plain_rules.working_sources, plain_rules.lines, plain_rules.shares):
        remembered.cache_clear()
    try:
        yield
    finally:
        plain_rules.OPTIONS.update(before)
