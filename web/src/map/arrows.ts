// Arrows on the map: the way of a piece, and an attack from its hexes to its target.

import type { Facts } from "../game/model";
import type { Asked, Battle } from "../game/types";
import { at, centre, fix } from "./grid";

export interface Arrow {
  from: string;
  to: string;
  seat: number;
  /** An attack is drawn solid, support for it thin; else it is a way. */
  kind?: "attack" | "support";
}

/** A bent line from hex to hex that stops short of the counter it points at. */
export function arrowPath(arrow: Arrow): string {
  const [from, to] = [centre(arrow.from), centre(arrow.to)];
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  const [ux, uy] = [(to.x - from.x) / length, (to.y - from.y) / length];
  const short = arrow.kind ? 38 : 26;
  const start = arrow.kind ? { x: from.x + ux * 30, y: from.y + uy * 30 } : from;
  const end = { x: to.x - ux * short, y: to.y - uy * short };
  const bend = arrow.kind === "attack" ? 0 : Math.min(30, length * 0.12);
  const middle = { x: (start.x + end.x) / 2 - uy * bend, y: (start.y + end.y) / 2 + ux * bend };
  return `M${fix(start.x)} ${fix(start.y)}Q${fix(middle.x)} ${fix(middle.y)} ${fix(end.x)} ${fix(end.y)}`;
}

/** How far from the middle of its last hex a way ends, so that its head is seen beside the counter. */
const SHORT = 44;

/** A way from hex to hex. */
export function wayPath(hexes: readonly string[]): string {
  const points = hexes.map(centre);
  const [before, last] = points.slice(-2);
  if (!before || !last) return "";
  const length = Math.hypot(last.x - before.x, last.y - before.y) || 1;
  const end = { x: last.x - ((last.x - before.x) / length) * SHORT, y: last.y - ((last.y - before.y) / length) * SHORT };
  return `M${[...points.slice(0, -1), end].map(at).join("L")}`;
}

/** From attackers and supporters to the target, one arrow for each hex: of the fight, and of those declared. */
export function fightArrows(facts: Facts, asked: Asked | null, places: Map<string, string>, seatOf: (side: string | undefined) => number): Arrow[] {
  const fights: Pick<Battle, "targets" | "attackers" | "supports">[] = [...(facts.declared ?? [])];
  if (facts.battle) fights.push(facts.battle);
  else if (asked?.target) fights.push({ targets: [asked.target], attackers: asked.joined ?? [], supports: asked.supports ?? [] });
  const found = new Map<string, Arrow>();
  for (const { targets, attackers, supports } of fights)
    for (const [pieces, kind] of [[supports, "support"], [attackers, "attack"]] as const)
      for (const from of pieces.map((piece) => places.get(piece)))
        for (const to of targets) if (from && from !== to) found.set(`${from} ${to}`, { from, to, kind, seat: seatOf(facts.stacks?.[from]?.side) });
  return [...found.values()];
}
