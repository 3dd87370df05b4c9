// Flat-top hexes in columns, numbered CCRR; even columns lie half a hex lower.

export const R = 60;
export const H = Math.sqrt(3) * R;
/** The blank edge of the sheet around the hexes. */
export const MARGIN = 40;

export interface Point {
  x: number;
  y: number;
}

export const DIRECTIONS = ["N", "NE", "SE", "S", "SW", "NW"] as const;
export type Direction = (typeof DIRECTIONS)[number];

export const CORNERS: readonly Point[] = [0, 60, 120, 180, 240, 300].map((degrees) => ({
  x: R * Math.cos((degrees * Math.PI) / 180),
  y: R * Math.sin((degrees * Math.PI) / 180),
}));

/** The two corners, by number, at the ends of each side. */
const SIDE_CORNERS: Record<Direction, [number, number]> = {
  N: [4, 5],
  NE: [5, 0],
  SE: [0, 1],
  S: [1, 2],
  SW: [2, 3],
  NW: [3, 4],
};

export function columnOf(hex: string): number {
  return Number(hex.slice(0, hex.length / 2));
}

export function rowOf(hex: string): number {
  return Number(hex.slice(hex.length / 2));
}

export function hexName(column: number, row: number): string {
  return String(column).padStart(2, "0") + String(row).padStart(2, "0");
}

export function centre(hex: string): Point {
  const column = columnOf(hex);
  const drop = column % 2 === 0 ? H / 2 : 0;
  return { x: R + (column - 1) * 1.5 * R, y: H / 2 + (rowOf(hex) - 1) * H + drop };
}

export function neighbour(hex: string, direction: Direction): string {
  const column = columnOf(hex);
  const row = rowOf(hex);
  const low = column % 2 === 0 ? 1 : 0;
  switch (direction) {
    case "N":
      return hexName(column, row - 1);
    case "S":
      return hexName(column, row + 1);
    case "NE":
      return hexName(column + 1, row - 1 + low);
    case "SE":
      return hexName(column + 1, row + low);
    case "SW":
      return hexName(column - 1, row + low);
    case "NW":
      return hexName(column - 1, row - 1 + low);
  }
}

export function directionTo(from: string, to: string): Direction | undefined {
  return DIRECTIONS.find((direction) => neighbour(from, direction) === to);
}

export function sideCorners(hex: string, direction: Direction): [Point, Point] {
  const middle = centre(hex);
  const [first, second] = SIDE_CORNERS[direction].map((corner) => CORNERS[corner] as Point);
  return [add(middle, first as Point), add(middle, second as Point)];
}

export function sideMiddle(hex: string, direction: Direction): Point {
  const [first, second] = sideCorners(hex, direction);
  return between(first, second, 0.5);
}

/** The unit vector from the middle of a hex out through one of its sides. */
export function outward(direction: Direction): Point {
  const angle = (-90 + 60 * DIRECTIONS.indexOf(direction)) * (Math.PI / 180);
  return { x: Math.cos(angle), y: Math.sin(angle) };
}

export function hexPath(hex: string, scale = 1): string {
  const middle = centre(hex);
  const corners = CORNERS.map((corner) => `${fix(middle.x + corner.x * scale)} ${fix(middle.y + corner.y * scale)}`);
  return `M${corners.join("L")}Z`;
}

/** The hex number that a point of the map falls in; it need not exist on the map. */
export function hexAt(point: Point): string {
  const near = Math.round((point.x - R) / (1.5 * R)) + 1;
  let best = "0000";
  let distance = Infinity;
  for (const column of [near - 1, near, near + 1]) {
    const drop = column % 2 === 0 ? H / 2 : 0;
    const row = Math.round((point.y - H / 2 - drop) / H) + 1;
    if (column < 1 || row < 1) continue;
    const name = hexName(column, row);
    const there = centre(name);
    const away = (there.x - point.x) ** 2 + (there.y - point.y) ** 2;
    if (away < distance) [best, distance] = [name, away];
  }
  return best;
}

export function distance(one: string, other: string): number {
  const [q1, r1] = axial(one);
  const [q2, r2] = axial(other);
  return (Math.abs(q1 - q2) + Math.abs(r1 - r2) + Math.abs(q1 + r1 - q2 - r2)) / 2;
}

function axial(hex: string): [number, number] {
  const column = columnOf(hex);
  return [column, rowOf(hex) - Math.floor((column + 1) / 2)];
}

export function add(one: Point, other: Point, times = 1): Point {
  return { x: one.x + other.x * times, y: one.y + other.y * times };
}

export function between(one: Point, other: Point, share: number): Point {
  return { x: one.x + (other.x - one.x) * share, y: one.y + (other.y - one.y) * share };
}

export function fix(value: number): string {
  return String(Math.round(value * 10) / 10);
}

export function at(point: Point): string {
  return `${fix(point.x)} ${fix(point.y)}`;
}
