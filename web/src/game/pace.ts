// How long each thing that others do stays in sight before the next one is shown.

import type { LogLine } from "./types";

export const SPEEDS = ["slow", "normal", "fast", "once"] as const;
export type Speed = (typeof SPEEDS)[number];

const FACTORS: Record<Speed, number> = { slow: 2, normal: 1, fast: 0.4, once: 0 };
const A_HEX = 160;
const A_MOVE = 350;
const A_THROW = 1800;

export const isSpeed = (text: string): text is Speed => (SPEEDS as readonly string[]).includes(text);

/** How long the way of a piece takes. */
export function wayTime(hexes: number, speed: Speed): number {
  return (A_MOVE + Math.max(0, hexes - 1) * A_HEX) * FACTORS[speed];
}

/** How long lines of the log are to be looked at, in milliseconds. */
export function timeFor(lines: readonly LogLine[], speed: Speed): number {
  let time = 0;
  for (const line of lines) {
    if (line.dice?.length) time += A_THROW * FACTORS[speed];
    else if (isWay(line)) time = Math.max(time, wayTime(line.hexes?.length ?? 0, speed));
  }
  return time;
}

/** Whether a line tells the way of pieces over the map. */
export const isWay = (line: LogLine): boolean => (line.hexes?.length ?? 0) > 1 && ["move", "enter", "retreat", "advance"].includes(line.act);
