"""Follow a game of Bautzen by its answers, and choose for one seat: run with an old version's code.

    PYTHONPATH=VERSION/src python tests/old_follower.py LEVEL SEAT SEED NODES SECONDS

Lines come in: ``apply`` and an answer as it is written in a journal, or ``choose``; to the latter
goes out the answer that the level gives. It imports only what every version has.
"""

from __future__ import annotations

import sys
from time import process_time

from grognard.bots.bot import Table
from grognard.bots.clock import Clock
from grognard.bots.levels import make_bot
from grognard.engine.game import apply
from grognard.engine.registry import game as game_named


def main(level: str, seat: str, seed: str, nodes: str, seconds: str) -> None:
    """Follow until the input ends."""
    game = game_named("bautzen")
    state = game.start(game.load())
    bot = make_bot(level, game, int(seat), seed)
    decision = float(seconds)
    clock = Clock(decision, 10 * decision, int(nodes) or None, process_time)
    for line in sys.stdin:
        word, _, text = line.rstrip("\n").partition(" ")
        if word == "apply":
            apply(state, game.read_action(state, text))
        else:
            answer = bot.choose(Table(game, state, int(seat), clock))
            print(game.write_action(state, answer), flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
