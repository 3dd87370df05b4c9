// The way of a piece on the map.

import { centre, fix } from "./grid";

export interface Arrow {
  from: string;
  to: string;
  seat: number;
}

/** A bent line from hex to hex that stops short of the counter it points at. */
export function arrowPath(arrow: Arrow): string {
  const [from, to] = [centre(arrow.from), centre(arrow.to)];
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  const [ux, uy] = [(to.x - from.x) / length, (to.y - from.y) / length];
  const end = { x: to.x - ux * 26, y: to.y - uy * 26 };
  const bend = Math.min(30, length * 0.12);
  const middle = { x: (from.x + end.x) / 2 - uy * bend, y: (from.y + end.y) / 2 + ux * bend };
  return `M${fix(from.x)} ${fix(from.y)}Q${fix(middle.x)} ${fix(middle.y)} ${fix(end.x)} ${fix(end.y)}`;
}
