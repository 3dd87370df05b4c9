// Lines along hexsides around, and between, sets of hexes.

import { chains, rounded } from "./curves";
import { DIRECTIONS, at, neighbour, sideCorners, type Point } from "./grid";

/** The line between hexes of one set and those that `isBeyond` names: one path, rounded a little. */
export function border(hexes: Iterable<string>, isBeyond: (hex: string) => boolean): string {
  const segments: { ends: [Point, Point] }[] = [];
  for (const hex of hexes)
    for (const direction of DIRECTIONS) if (isBeyond(neighbour(hex, direction))) segments.push({ ends: sideCorners(hex, direction) });
  return chains(segments)
    .map(({ points }) => `M${rounded(points, 2).map(at).join("L")}`)
    .join("");
}
