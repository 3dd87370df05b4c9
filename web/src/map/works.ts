// What people made and marked on the printed sheet: hexes, ways, houses, forts, heights, sources of supply.

import type { Board, Side } from "./board";
import { sideChains, type DrawnLine } from "./lines";
import { DIRECTIONS, R, add, at, centre, directionTo, fix, neighbour, outward, sideCorners, sideMiddle, type Direction, type Point } from "./grid";
import { stream } from "./noise";
import { INK, sideColour } from "./theme";

export function grid(board: Board): string {
  const sides = new Set<string>();
  for (const hex of board.hexes.keys())
    for (const direction of DIRECTIONS.slice(0, 3) as Direction[]) {
      const [one, other] = sideCorners(hex, direction);
      sides.add(`M${at(one)}L${at(other)}`);
    }
  return `<path d="${[...sides].join("")}" fill="none" stroke="${INK.grid}" stroke-width="1" opacity=".42"/>`;
}

/** Fortified sides: teeth along the line; where it faces one way, teeth on the far side alone. */
export function sideWorks(board: Board): string {
  const facing = board.sides.filter((side) => side.kind === "works" && side.inside);
  return sideChains({ ...board, sides: board.sides.filter((side) => !side.inside) }, "works")
    .map(({ points }) => {
      const line = `M${points.map(at).join("L")}`;
      return (
        `<path d="${line}" fill="none" stroke="${INK.works}" stroke-width="2.2"/>` +
        `<path d="${line}" fill="none" stroke="${INK.works}" stroke-width="8" stroke-dasharray="2.4 6"/>`
      );
    })
    .concat(facing.map(facingSide))
    .join("");
}

/** One side of a line that faces one way: drawn a little inside, its teeth pointing out. */
function facingSide(side: Side): string {
  const out = side.inside === side.a ? side.b : side.a;
  const direction = directionTo(side.inside, out);
  if (!direction) return "";
  const length = Math.hypot(outward(direction).x, outward(direction).y);
  const way = { x: outward(direction).x / length, y: outward(direction).y / length };
  const [from, to] = sideCorners(side.inside, direction).map((corner) => add(corner, way, -4)) as [Point, Point];
  const along = (share: number): Point => ({ x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share });
  const teeth = [0.1, 0.3, 0.5, 0.7, 0.9].map((share) => `M${at(along(share))}L${at(add(along(share), way, 8))}`).join("");
  return `<path d="M${at(from)}L${at(to)}${teeth}" fill="none" stroke="${INK.works}" stroke-width="2.6" stroke-linecap="round"/>`;
}

export function ways(roads: DrawnLine[], rails: DrawnLine[]): string {
  const path = (lines: DrawnLine[], rank: number) => lines.filter((line) => line.rank === rank).map((line) => line.path).join("");
  const draw = (d: string, colour: string, width: number, more = "") =>
    d && `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round" ${more}/>`;
  const all = (lines: DrawnLine[]) => lines.map((line) => line.path).join("");
  const wide = [0, 3.4, 5.6, 7];
  const ranks = [1, 2, 3];
  return [
    ...ranks.map((rank) => draw(path(roads, rank), INK.roadCase, wide[rank] ?? 5)),
    ...ranks.map((rank) => draw(path(roads, rank), INK.road, (wide[rank] ?? 5) - 2.2)),
    draw(all(rails), INK.paper, 5.2, `opacity=".55"`),
    draw(all(rails), INK.rail, 1.7),
    `<path d="${all(rails)}" fill="none" stroke="${INK.rail}" stroke-width="6.6" stroke-dasharray="1.3 6.2"/>`,
  ].join("");
}

/** Where a way crosses a river: two short strokes beside it. */
export function bridges(board: Board): string {
  const rivers = new Set(board.sides.filter((side) => side.kind === "river").map((side) => side.a + side.b));
  const crossed = board.sides.filter(
    (side) => (side.kind === "road" || side.kind === "rail") && (rivers.has(side.a + side.b) || rivers.has(side.b + side.a)),
  );
  return crossed
    .map((side) => {
      const direction = DIRECTIONS.find((way) => neighbour(side.a, way) === side.b);
      if (!direction) return "";
      const angle = Math.round((Math.atan2(outward(direction).y, outward(direction).x) * 180) / Math.PI);
      return `<g transform="translate(${at(sideMiddle(side.a, direction))}) rotate(${angle})"><path d="M-9 -8l3 3h12l3 -3M-9 8l3 -3h12l3 3" fill="none" stroke="${INK.works}" stroke-width="1.5"/></g>`;
    })
    .join("");
}

/** Villages are a few houses, towns a plan of streets, cities the whole hex. */
export function settlements(board: Board): string {
  let [shade, houses, roofs] = ["", "", ""];
  for (const hex of board.hexes.values()) {
    if (!hex.settlement) continue;
    const random = stream(`house${hex.id}`);
    const middle = centre(hex.id);
    const big = hex.settlement !== "village";
    const reach = big ? (hex.settlement === "town" ? 0.44 : 0.62) * R : 0.22 * R;
    const count = big ? (hex.settlement === "town" ? 34 : 60) : 8;
    const turn = random() * 0.9;
    const cell = big ? 9.4 : 8.4;
    const spots: Point[] = [];
    for (let row = -6; row <= 6; row++) for (let column = -6; column <= 6; column++) spots.push({ x: column * cell, y: row * cell });
    const inside = spots
      .filter((spot) => Math.hypot(spot.x, spot.y) < reach * (0.8 + random() * 0.35))
      .filter(() => random() < (big ? 0.9 : 0.78))
      .slice(0, count * 2);
    for (const spot of inside) {
      const [across, down] = [2.6 + random() * 1.7, 2.4 + random() * 1.6];
      const place = {
        x: middle.x + spot.x * Math.cos(turn) - spot.y * Math.sin(turn),
        y: middle.y + spot.x * Math.sin(turn) + spot.y * Math.cos(turn),
      };
      const corner = (x: number, y: number, push = 0) =>
        at({
          x: place.x + x * across * Math.cos(turn) - y * down * Math.sin(turn) + push,
          y: place.y + x * across * Math.sin(turn) + y * down * Math.cos(turn) + push,
        });
      const block = (push: number) => `M${corner(-1, -1, push)}L${corner(1, -1, push)}L${corner(1, 1, push)}L${corner(-1, 1, push)}Z`;
      shade += block(1.6);
      if (random() < 0.7) houses += block(0);
      else roofs += block(0);
    }
  }
  return (
    `<path d="${shade}" fill="${INK.houseShade}" opacity=".45"/>` +
    `<path d="${houses}" fill="${INK.house}" stroke="${INK.houseEdge}" stroke-width=".7"/>` +
    `<path d="${roofs}" fill="${INK.roof}" stroke="${INK.houseEdge}" stroke-width=".7"/>`
  );
}

export function forts(board: Board): string {
  return [...board.hexes.values()]
    .filter((hex) => hex.fort)
    .map((hex) => {
      const spot = add(centre(hex.id), { x: R * 0.5, y: R * 0.28 });
      return `<path d="M${at(spot)}m0 -9l3.4 3.4h4.6v4.6l3.4 3.4l-3.4 3.4v4.6h-4.6l-3.4 3.4l-3.4 -3.4h-4.6v-4.6l-3.4 -3.4l3.4 -3.4v-4.6h4.6z" fill="${INK.paper}" stroke="${INK.works}" stroke-width="1.8"/>`;
    })
    .join("");
}

export function heights(board: Board): string {
  return [...board.hexes.values()]
    .filter((hex) => hex.height)
    .map((hex) => {
      const spot = add(centre(hex.id), { x: R * 0.52, y: -R * 0.2 });
      return (
        `<path d="M${at(spot)}m0 -11l10 17h-20z" fill="${INK.peak}" stroke="${INK.paper}" stroke-width="1.6" stroke-linejoin="round"/>` +
        `<text x="${fix(spot.x)}" y="${fix(spot.y + 18)}" class="height">${hex.height}</text>`
      );
    })
    .join("");
}

/** Sources of supply: an arrow of the side's colour pointing in from the edge, with a shape of its own. */
export function sources(board: Board, seats: string[]): string {
  return [...board.hexes.values()]
    .filter((hex) => hex.source)
    .map((hex) => {
      const open = DIRECTIONS.filter((direction) => !board.hexes.has(neighbour(hex.id, direction)));
      const exit = board.exits.find((found) => found.hex === hex.id && open.includes(found.direction));
      const way = exit ? outward(exit.direction) : open.map(outward).reduce((sum, one) => add(sum, one), { x: 0, y: 0 });
      const length = Math.hypot(way.x, way.y) || 1;
      const spot = add(centre(hex.id), way, (R * 0.98) / length);
      const angle = Math.round((Math.atan2(-way.y, -way.x) * 180) / Math.PI);
      const seat = seats.indexOf(hex.source);
      const colour = sideColour(seat);
      const bar = seat === 1 ? `<path d="M-13 -3h12M-13 3h12" stroke="${INK.paper}" stroke-width="1.6"/>` : "";
      return `<g transform="translate(${at(spot)}) rotate(${angle})"><path d="M-17 -7h15v-7l19 14l-19 14v-7h-15z" fill="${colour.strong}" stroke="${INK.paper}" stroke-width="2" stroke-linejoin="round"/>${bar}</g>`;
    })
    .join("");
}
