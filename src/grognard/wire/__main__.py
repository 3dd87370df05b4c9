"""Write what is made from the types: ``python -m grognard.wire`` in the project's directory.

``--check`` writes nothing and ends with 1 where a file is not what the types say.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

from grognard.wire import made

if TYPE_CHECKING:
    from collections.abc import Callable

FILES: Final[dict[str, Callable[[], str]]] = {
    "web/src/game/types.ts": made.typescript,
    "docs/wire.md": made.page,
}


def stale(root: Path) -> list[str]:
    """Return the files that are not what the types say."""
    return [
        name
        for name, make in FILES.items()
        if not (root / name).is_file() or (root / name).read_text(encoding="utf-8") != make()
    ]


def main(arguments: list[str]) -> int:
    """Write the files, or check them."""
    root = Path.cwd()
    old = stale(root)
    if "--check" in arguments:
        print("\n".join(f"{name} is stale: run `make wire`" for name in old) or "up to date")
        return bool(old)
    for name in old:
        (root / name).write_text(FILES[name](), encoding="utf-8")
        print(f"wrote {name}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
