"""Draw the icons of the board as PNG files into web/public: ``python web/scripts/icons.py``.

A counter with the sign of infantry on a hex, as in icon.svg; points of a fine grid are averaged.
"""

from __future__ import annotations

import struct
import zlib
from pathlib import Path
from typing import Final

PUBLIC: Final = Path(__file__).resolve().parents[1] / "public"
FINE: Final = 3
"""Points on each side of a pixel."""
BAR: Final = (58, 46, 32)
PAPER: Final = (239, 231, 200)
INK: Final = (35, 27, 18)
CARD: Final = (201, 84, 61)
WHITE: Final = (255, 250, 234)


def colour(x: float, y: float) -> tuple[int, int, int]:
    """Return the colour of a point; the icon reaches from -1 to 1."""
    ax, ay = abs(x), abs(y)
    if max(ay / 0.72, (ax * 0.866 + ay * 0.5) / 0.72) > 1:
        return BAR
    if max(ay / 0.66, (ax * 0.866 + ay * 0.5) / 0.66) > 1:
        return INK
    if ax > 0.40 or ay > 0.40:
        return PAPER
    if ax > 0.36 or ay > 0.36:
        return INK
    if ax > 0.24 or not -0.22 < y < 0.12:
        return CARD
    if ax > 0.21 or not -0.19 < y < 0.09:
        return INK
    slope = 0.14 / 0.21
    if min(abs(y + 0.05 - slope * x), abs(y + 0.05 + slope * x)) < 0.025:
        return INK
    return WHITE


def drawn(size: int, scale: float) -> bytes:
    """Return an icon as a PNG file; `scale` below 1 leaves a margin that may be cut off."""
    rows = bytearray()
    for row in range(size):
        rows.append(0)
        for column in range(size):
            rows += bytes(_pixel(column, row, size, scale))
    head = struct.pack(">IIBBBBB", size, size, 8, 2, 0, 0, 0)
    parts = ((b"IHDR", head), (b"IDAT", zlib.compress(bytes(rows), 9)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(*part) for part in parts)


def _pixel(column: int, row: int, size: int, scale: float) -> tuple[int, ...]:
    fine = [(place + 0.5) / FINE for place in range(FINE)]
    points = [
        colour(((column + dx) / size * 2 - 1) / scale, ((row + dy) / size * 2 - 1) / scale)
        for dy in fine
        for dx in fine
    ]
    return tuple(round(sum(point[part] for point in points) / len(points)) for part in range(3))


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def main() -> None:
    """Write the icons."""
    for name, size, scale in (
        ("icon-192", 192, 1.25),
        ("icon-512", 512, 1.25),
        ("maskable", 512, 1.0),
    ):
        (PUBLIC / f"{name}.png").write_bytes(drawn(size, scale))


if __name__ == "__main__":
    main()
