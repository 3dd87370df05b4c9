"""Every registered game keeps every promise of the conformance kit."""

from __future__ import annotations

import pytest

from grognard.engine.conformance import Sampling, check_game
from grognard.engine.registry import game, games


@pytest.mark.parametrize("name", games())
def test_every_registered_game_passes_the_kit(name: str) -> None:
    report = check_game(game(name), seeds=range(3), sampling=Sampling(every=40, draws=2))
    assert report.ok, report.text()
    assert report.permuted > 50
