"""A game that prints no map, as one is at first."""

from __future__ import annotations

from typing import TYPE_CHECKING

from toygame import OutpostGame, Scenario

if TYPE_CHECKING:
    from grognard.wire import Printed


class Mapless(OutpostGame):
    """Outpost, before anybody drew it."""

    id = "mapless"

    def printed(self, scenario: Scenario) -> Printed:
        return {**super().printed(scenario), "map": None}
