// The printed map as the client draws it. `readBoard` takes what the server sends.

import { H, R, centre, columnOf, rowOf, type Direction, type Point } from "./grid";
import { frameOf, type Frame } from "./areas";
import type { Hexside, Kind, Lang, Link, Names, Sheet } from "../game/types";

export interface BoardHex {
  id: string;
  /** The drawings of its ground: clear, woods, difficult, marsh, water ... */
  ground: string[];
  settlement: string;
  name: string;
  names: Names | undefined;
  height: number | null;
  /** The side whose source of supply this hex is. */
  source: string;
  fort: string;
}

export interface Side {
  kind: string;
  a: string;
  b: string;
  /** 1 is the least, 2 the usual, 3 the greatest of its kind. */
  rank: number;
  name: string;
  names?: Names;
  /** The hex that is protected, where the side works in one direction alone. */
  inside: string;
}

export interface MapLabel {
  text: string;
  hex: string;
  kind: string;
  names?: Names;
}

export interface Board {
  title: string;
  credit: string;
  scale: string;
  columns: number;
  rows: number;
  frame: Frame;
  hexes: Map<string, BoardHex>;
  sides: Side[];
  labels: MapLabel[];
  exits: { kind: string; hex: string; direction: Direction }[];
  /** Lines through a hex (the middle one) that do not meet the others there. */
  separate: [string, string, string][];
}

export function frameFor(hexes: Iterable<string>): { columns: number; rows: number; frame: Frame } {
  let [columns, rows, bottom] = [1, 1, 0];
  for (const hex of hexes) {
    columns = Math.max(columns, columnOf(hex));
    rows = Math.max(rows, rowOf(hex));
    bottom = Math.max(bottom, centre(hex).y + H / 2);
  }
  return { columns, rows, frame: { width: frameOf(columns, rows).width, height: bottom } };
}

/** A name of the map as a language writes it. */
export function calledIn(lang: Lang, text: string, names: Names | undefined): string {
  return names?.[lang] ?? text;
}

/** Where a town with several hexes has its name: in the middle of them. */
export function places(board: Board, lang: Lang): { name: string; settlement: string; hexes: string[]; middle: Point }[] {
  const found = new Map<string, { name: string; names: Names | undefined; settlement: string; hexes: string[] }>();
  for (const hex of board.hexes.values()) {
    if (!hex.name) continue;
    const near = [...found.values()].find(
      (place) =>
        place.name === hex.name &&
        place.hexes.some((other) => {
          const [one, two] = [centre(other), centre(hex.id)];
          return Math.hypot(one.x - two.x, one.y - two.y) < 2.2 * R;
        }),
    );
    if (near) near.hexes.push(hex.id);
    else found.set(hex.id, { name: hex.name, names: hex.names, settlement: hex.settlement, hexes: [hex.id] });
  }
  return [...found.values()].map((place) => {
    const spots = place.hexes.map(centre);
    const middle = {
      x: spots.reduce((sum, spot) => sum + spot.x, 0) / spots.length,
      y: spots.reduce((sum, spot) => sum + spot.y, 0) / spots.length,
    };
    return { ...place, name: calledIn(lang, place.name, place.names), middle };
  });
}

/** Take the printed map as the server sends it. */
export function readBoard(map: Sheet | null): Board {
  if (!map) return { title: "", credit: "", scale: "", ...frameFor([]), hexes: new Map(), sides: [], labels: [], exits: [], separate: [] };
  const drawn = (kinds: Kind[]) => {
    const known = new Map(kinds.map((kind) => [kind.id, kind.drawn]));
    return (id: string) => known.get(id) ?? id;
  };
  const [terrain, settlement, way] = [drawn(map.terrains), drawn(map.settlements), drawn(map.lines)];
  const names = new Map(map.hexes.map((hex) => [hex.index, hex.id]));
  const name = (index: number) => names.get(index) ?? "";
  const side = (line: Hexside | Link): Side => ({
    kind: way(line.kind),
    a: name(line.a),
    b: name(line.b),
    rank: line.rank ?? 2,
    name: line.name ?? "",
    ...("names" in line && line.names ? { names: line.names } : {}),
    inside: "protects" in line && line.protects !== null ? name(line.protects) : "",
  });
  const hexes = new Map(
    map.hexes.map((hex): [string, BoardHex] => [
      hex.id,
      {
        id: hex.id,
        ground: hex.terrain.map(terrain),
        settlement: hex.settlement ? settlement(hex.settlement) : "",
        name: hex.name ?? "",
        names: hex.names,
        height: hex.height,
        source: hex.sources[0] ?? "",
        fort: hex.fort?.kind ?? "",
      },
    ]),
  );
  return {
    title: map.title,
    credit: map.credit,
    scale: map.scale,
    ...frameFor(hexes.keys()),
    hexes,
    sides: [...map.sides, ...map.links].map(side),
    labels: map.labels.map((label) => ({ ...label, hex: name(label.hex) })),
    exits: map.exits.map((exit) => ({ kind: way(exit.kind), hex: name(exit.hex), direction: exit.direction as Direction })),
    separate: map.apart.map((three) => three.map(name) as [string, string, string]),
  };
}
