// Ground as areas with natural edges: the hexes of a kind are blurred a little, roughened by noise,
// and traced with marching squares, so that woods or water flow from hex to hex.

import { smooth } from "./curves";
import { H, R, hexAt, type Point } from "./grid";
import { noise } from "./noise";

export interface Frame {
  width: number;
  height: number;
}

export interface Field {
  step: number;
  columns: number;
  rows: number;
  values: Float32Array;
}

const RING: readonly Point[] = [0, 1, 2, 3, 4, 5, 6, 7].map((eighth) => ({
  x: Math.cos((eighth * Math.PI) / 4),
  y: Math.sin((eighth * Math.PI) / 4),
}));

export function frameOf(columns: number, rows: number): Frame {
  return { width: (1.5 * (columns - 1) + 2) * R, height: (rows + (columns > 1 ? 0.5 : 0)) * H };
}

/** How much of the ground around each point of a lattice is of a kind, from 0 to 1. */
export function coverage(
  frame: Frame,
  share: (hex: string) => number,
  { step = 10, blur = 0.3, rough = 0.2, seed = 1, margin = 0 } = {},
): Field {
  const columns = Math.ceil((frame.width + 2 * margin) / step) + 1;
  const rows = Math.ceil((frame.height + 2 * margin) / step) + 1;
  const raw = under(columns, rows, step, margin, share);
  const values = new Float32Array(columns * rows);
  const reach = (blur * R) / step;
  const around = [0.55, 1].flatMap((scale) => RING.map((spot) => ({ x: Math.round(spot.x * reach * scale), y: Math.round(spot.y * reach * scale) })));
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) {
      let sum = 2 * (raw[row * columns + column] as number);
      for (let place = 0; place < around.length; place++) {
        const spot = around[place] as Point;
        sum += raw[clamp(row + spot.y, rows) * columns + clamp(column + spot.x, columns)] as number;
      }
      const [x, y] = [column * step, row * step];
      const wobble = rough ? 0.65 * noise(x, y, 42, seed) + 0.35 * noise(x, y, 19, seed + 5) : 0;
      values[row * columns + column] = sum / 18 + wobble * rough;
    }
  return { step, columns, rows, values };
}

/** The share of the hex under each point of a lattice. */
function under(columns: number, rows: number, step: number, margin: number, share: (hex: string) => number): Float32Array {
  const lattice = latticeOf(columns, rows, step, margin);
  const shares = lattice.hexes.map(share);
  const found = new Float32Array(lattice.places.length);
  for (let point = 0; point < found.length; point++) found[point] = shares[lattice.places[point] as number] as number;
  return found;
}

interface Lattice {
  name: string;
  hexes: string[];
  /** By point, the place of its hex among the hexes. */
  places: Uint16Array;
}
let latest: Lattice | undefined;

/** Which hex lies under each point of a lattice; the kinds of ground of one map share it. */
function latticeOf(columns: number, rows: number, step: number, margin: number): Lattice {
  const name = [columns, rows, step, margin].join();
  if (latest?.name === name) return latest;
  const found = new Map<string, number>();
  const places = new Uint16Array(columns * rows);
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) {
      const hex = hexAt({ x: column * step - margin, y: row * step - margin });
      if (!found.has(hex)) found.set(hex, found.size);
      places[row * columns + column] = found.get(hex) as number;
    }
  return (latest = { name, hexes: [...found.keys()], places });
}

function clamp(value: number, count: number): number {
  return value < 0 ? 0 : value < count ? value : count - 1;
}

export function valueAt(field: Field, point: Point): number {
  const column = clamp(Math.round(point.x / field.step), field.columns);
  const row = clamp(Math.round(point.y / field.step), field.rows);
  return field.values[row * field.columns + column] as number;
}

/** The outline of where a field is above a level, as one smooth path. */
export function outline(field: Field, level: number): string {
  return loops(field, level)
    .filter((loop) => loop.length > 5)
    .map((loop) => smooth(loop, true))
    .join("");
}

/** Closed lines around where a field is above a level; outside the lattice counts as below. */
export function loops(field: Field, level: number): Point[][] {
  const { columns, rows, step } = field;
  const value = (column: number, row: number): number =>
    column < 0 || row < 0 || column >= columns || row >= rows
      ? -1
      : (field.values[row * columns + column] as number);
  const starts = new Map<string, { from: Point; to: string }>();
  const crossing = (c1: number, r1: number, c2: number, r2: number): { name: string; point: Point } => {
    const [one, other] = [value(c1, r1), value(c2, r2)];
    const share = Math.max(0.04, Math.min(0.96, (level - one) / (other - one)));
    const point = { x: (c1 + (c2 - c1) * share) * step, y: (r1 + (r2 - r1) * share) * step };
    const name = c1 === c2 ? `v${c1},${Math.min(r1, r2)}` : `h${Math.min(c1, c2)},${r1}`;
    return { name, point };
  };
  for (let row = -1; row < rows; row++)
    for (let column = -1; column < columns; column++) {
      const above = [value(column, row) > level, value(column + 1, row) > level, value(column + 1, row + 1) > level, value(column, row + 1) > level];
      if (above[0] === above[1] && above[1] === above[2] && above[2] === above[3]) continue;
      const corners: [number, number][] = [
        [column, row],
        [column + 1, row],
        [column + 1, row + 1],
        [column, row + 1],
      ];
      for (let edge = 0; edge < 4; edge++) {
        // A line enters a cell over an edge that goes from below to above, clockwise.
        if (above[edge] || !above[(edge + 1) % 4]) continue;
        let leave = edge;
        do leave = (leave + 1) % 4;
        while (!(above[leave] && !above[(leave + 1) % 4]));
        const [a, b] = [corners[edge] as [number, number], corners[(edge + 1) % 4] as [number, number]];
        const [c, d] = [corners[leave] as [number, number], corners[(leave + 1) % 4] as [number, number]];
        const enter = crossing(...a, ...b);
        starts.set(enter.name, { from: enter.point, to: crossing(...c, ...d).name });
      }
    }
  const found: Point[][] = [];
  while (starts.size) {
    const loop: Point[] = [];
    let name: string | undefined = starts.keys().next().value;
    while (name !== undefined) {
      const next: { from: Point; to: string } | undefined = starts.get(name);
      if (!next) break;
      starts.delete(name);
      loop.push(next.from);
      name = next.to;
    }
    found.push(loop);
  }
  return found;
}
