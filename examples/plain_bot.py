"""An opponent in forty lines: a program that reads and writes JSON lines. See docs/bots.md.

Play against it: ``grognard play bautzen --allied "process:python examples/plain_bot.py"``.
"""

from __future__ import annotations

import json
import random
import sys
from typing import Any

CAUTION = {"stay", "done", "seal", "enough", "halt"}
"""Answers that do nothing: taken when nothing else is on offer, or now and then."""


def choose(view: dict[str, Any], rng: random.Random) -> int:
    """Return the number of an option: the ready set-up, then anything lively, at random."""
    options = view["options"]
    verbs = [verb for verb, _ in options]
    if "ready" in verbs:
        return verbs.index("ready")
    if "fight" in verbs and "join" not in verbs:
        return verbs.index("fight")
    lively = [number for number, verb in enumerate(verbs) if verb not in CAUTION]
    if not lively or rng.random() < 0.2:
        return rng.randrange(len(options))
    return rng.choice(lively)


def main() -> None:
    """Answer one line after another until the input ends."""
    rng = random.Random(1945)
    for line in sys.stdin:
        asked = json.loads(line)
        number = choose(asked["view"], rng)
        verb, noun = asked["view"]["options"][number]
        print(json.dumps({"option": number, "why": [[f"{verb} {noun}", 1.0]]}), flush=True)


if __name__ == "__main__":
    main()
