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
  const raw = new Float32Array(columns * rows);
  const shares = new Map<string, number>();
  const shareOf = (hex: string) => {
    let known = shares.get(hex);
    if (known === undefined) shares.set(hex, (known = share(hex)));
    return known;
  };
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++)
      raw[row * columns + column] = shareOf(hexAt({ x: column * step - margin, y: row * step - margin }));
  const values = new Float32Array(columns * rows);
  const reach = (blur * R) / step;
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) {
      let sum = 2 * (raw[row * columns + column] as number);
      for (const scale of [0.55, 1])
        for (const spot of RING) {
          const x = clamp(Math.round(column + spot.x * reach * scale), columns);
          const y = clamp(Math.round(row + spot.y * reach * scale), rows);
          sum += raw[y * columns + x] as number;
        }
      const [x, y] = [column * step, row * step];
      const wobble = 0.65 * noise(x, y, 42, seed) + 0.35 * noise(x, y, 19, seed + 5);
      values[row * columns + column] = sum / 18 + wobble * rough;
    }
  return { step, columns, rows, values };
}

function clamp(value: number, count: number): number {
  return Math.max(0, Math.min(count - 1, value));
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
      const corners: [number, number][] = [
        [column, row],
        [column + 1, row],
        [column + 1, row + 1],
        [column, row + 1],
      ];
      const above = corners.map(([c, r]) => value(c, r) > level);
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
