// Roads, railways and rivers as lines one would draw by hand.

import type { Board, Side } from "./board";
import { chains, smooth, wander } from "./curves";
import {
  DIRECTIONS,
  R,
  add,
  at,
  centre,
  directionTo,
  neighbour,
  outward,
  sideCorners,
  sideMiddle,
  type Direction,
  type Point,
} from "./grid";
import { noise, stream } from "./noise";

export interface DrawnLine {
  rank: number;
  path: string;
}

/** Lines along hexsides (rivers): chained, bent and smoothed. */
export function alongSides(board: Board, kind: string, amplitude: number): DrawnLine[] {
  return sideChains(board, kind).flatMap(({ points, rank }) => {
    const bent = wander(points, 3, amplitude, kind.length * 31);
    return [{ rank, path: smooth(bent) }];
  });
}

/** Long water along hexsides (lakes): a shape as thick as the rank says, round at its ends. */
export function pools(board: Board, kind: string): string {
  return sideChains(board, kind)
    .map(({ points }) => {
      const spine = wander(points, 4, 5, 77);
      const left: Point[] = [];
      const right: Point[] = [];
      spine.forEach((point, index) => {
        const before = spine[Math.max(0, index - 1)] as Point;
        const after = spine[Math.min(spine.length - 1, index + 1)] as Point;
        const length = Math.hypot(after.x - before.x, after.y - before.y) || 1;
        const normal = { x: -(after.y - before.y) / length, y: (after.x - before.x) / length };
        const place = index / (spine.length - 1);
        const swell = Math.sqrt(Math.sin(Math.PI * Math.min(0.97, Math.max(0.03, place))));
        const width = R * 0.19 * (0.25 + 0.75 * swell);
        left.push(add(point, normal, width * (1 + 0.45 * noise(point.x, point.y, 17, 3))));
        right.unshift(add(point, normal, -width * (1 + 0.45 * noise(point.x, point.y, 17, 4))));
      });
      return smooth([...left, ...right], true);
    })
    .join("");
}

export function sideChains(board: Board, kind: string): { points: Point[]; rank: number }[] {
  const segments = board.sides
    .filter((side) => side.kind === kind)
    .flatMap((side) => {
      const direction = directionTo(side.a, side.b);
      return direction ? [{ side, ends: sideCorners(side.a, direction) as [Point, Point] }] : [];
    });
  const ranks = [...new Set(segments.map((segment) => segment.side.rank))];
  return ranks.flatMap((rank) =>
    chains(segments.filter((segment) => segment.side.rank === rank)).map(({ points }) => ({ points, rank })),
  );
}

/** Lines from hex to hex (roads, railways): smooth through the middles of the sides they cross. */
export function acrossHexes(board: Board, kind: string): DrawnLine[] {
  const arms = new Map<string, { direction: Direction; rank: number }[]>();
  const put = (hex: string, direction: Direction | undefined, rank: number) => {
    if (direction && board.hexes.has(hex)) arms.set(hex, [...(arms.get(hex) ?? []), { direction, rank }]);
  };
  const links = board.sides.filter((side) => side.kind === kind);
  for (const link of links) {
    put(link.a, directionTo(link.a, link.b), link.rank);
    put(link.b, directionTo(link.b, link.a), link.rank);
  }
  for (const exit of board.exits) if (exit.kind === kind) put(exit.hex, exit.direction, rankAt(links, exit.hex));
  const shared = new Set(
    board.sides.filter((side) => side.kind === "rail" || side.kind === "road").map((side) => `${side.kind}${side.a}${side.b}`),
  );
  const lines: DrawnLine[] = [];
  for (const [hex, here] of arms) lines.push(...insideHex(board, kind, hex, here, shared));
  for (const exit of board.exits)
    if (exit.kind === kind) {
      const start = gate(kind, exit.hex, exit.direction, shared);
      lines.push({ rank: rankAt(links, exit.hex), path: `M${at(start)}L${at(add(start, outward(exit.direction), R * 0.28))}` });
    }
  return lines;
}

function rankAt(links: Side[], hex: string): number {
  return Math.max(1, ...links.filter((link) => link.a === hex || link.b === hex).map((link) => link.rank));
}

/** Where a line crosses a side; road and railway over the same side keep apart. */
function gate(kind: string, hex: string, direction: Direction, shared: Set<string>): Point {
  const other = neighbour(hex, direction);
  const [a, b] = hex < other ? [hex, other] : [other, hex];
  const both = shared.has(`rail${a}${b}`) && shared.has(`road${a}${b}`);
  const [first, second] = sideCorners(hex, direction);
  const along = { x: (second.x - first.x) / R, y: (second.y - first.y) / R };
  const sign = hex < other ? 1 : -1;
  const push = both ? (kind === "rail" ? -0.13 : 0.13) * R : (stream(`${kind}${a}${b}`)() - 0.5) * 0.16 * R;
  return add(sideMiddle(hex, direction), along, push * sign);
}

function insideHex(
  board: Board,
  kind: string,
  hex: string,
  arms: { direction: Direction; rank: number }[],
  shared: Set<string>,
): DrawnLine[] {
  const random = stream(`${kind}${hex}`);
  const middle = centre(hex);
  const settled = board.hexes.get(hex)?.settlement;
  const shift = settled ? 0 : 0.2;
  const node = add(middle, { x: (random() - 0.5) * R * shift, y: (random() - 0.5) * R * shift });
  const left = [...arms];
  const lines: DrawnLine[] = [];
  const through = (one: { direction: Direction; rank: number }, other: { direction: Direction; rank: number }, spot: Point) => {
    const [start, end] = [gate(kind, hex, one.direction, shared), gate(kind, hex, other.direction, shared)];
    lines.push({ rank: Math.min(one.rank, other.rank), path: bend(start, one.direction, spot, end, other.direction) });
  };
  if (kind === "road")
    for (const [from, via, to] of board.separate) {
      if (via !== hex) continue;
      const pair = [directionTo(hex, from), directionTo(hex, to)].map((direction) =>
        left.findIndex((arm) => arm.direction === direction),
      );
      if (pair.some((index) => index < 0)) continue;
      const [one, other] = pair.map((index) => left[index] as { direction: Direction; rank: number });
      if (!one || !other) continue;
      const aside = add(outward(one.direction), outward(other.direction));
      through(one, other, add(middle, aside, R * 0.14));
      for (const arm of [one, other]) left.splice(left.indexOf(arm), 1);
    }
  while (left.length > 1) {
    let best: [number, number, number] = [0, 1, -1];
    for (let one = 0; one < left.length; one++)
      for (let other = one + 1; other < left.length; other++) {
        const turn = straightness((left[one] as { direction: Direction }).direction, (left[other] as { direction: Direction }).direction);
        const score = turn + 0.1 * Math.min(left[one]?.rank ?? 0, left[other]?.rank ?? 0);
        if (score > best[2]) best = [one, other, score];
      }
    const [one, other] = [left[best[0]], left[best[1]]];
    if (!one || !other) break;
    through(one, other, node);
    left.splice(best[1], 1);
    left.splice(best[0], 1);
  }
  for (const arm of left) {
    const start = gate(kind, hex, arm.direction, shared);
    const inner = add(start, outward(arm.direction), -R * 0.42);
    lines.push({ rank: arm.rank, path: `M${at(start)}Q${at(inner)} ${at(node)}` });
  }
  return lines;
}

/** 3 for straight on, 2 for a gentle bend, 1 for a hairpin. */
function straightness(one: Direction, other: Direction): number {
  const turn = Math.abs(DIRECTIONS.indexOf(one) - DIRECTIONS.indexOf(other));
  return Math.min(turn, 6 - turn);
}

/** From side to side through a spot, leaving each side squarely so that neighbours join. */
function bend(start: Point, from: Direction, spot: Point, end: Point, to: Direction): string {
  const pull = R * 0.3;
  const heading = { x: end.x - start.x, y: end.y - start.y };
  const length = Math.hypot(heading.x, heading.y) || 1;
  const unit = { x: heading.x / length, y: heading.y / length };
  const reach = Math.min(R * 0.3, length * 0.2);
  return (
    `M${at(start)}C${at(add(start, outward(from), -pull))} ${at(add(spot, unit, -reach))} ${at(spot)}` +
    `C${at(add(spot, unit, reach))} ${at(add(end, outward(to), -pull))} ${at(end)}`
  );
}
