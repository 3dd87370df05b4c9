// The keys: which one does what at the table.

import { hexName, columnOf, neighbour, rowOf, type Direction } from "../map/grid";

/** What the keys can do. */
export interface Desk {
  isReplaying: boolean;
  arrow: (key: string) => void;
  stepReplay: (by: number) => void;
  playReplay: () => void;
  overlay: (place: number) => void;
  pick: () => void;
  close: () => void;
  escape: () => void;
  undo: () => void;
  nextLive: (by: number) => void;
  fan: () => void;
  magnify: (factor: number) => void;
  fit: () => void;
  open: (panel: string) => void;
  /** All who may join. */
  all: () => void;
  hint: () => void;
  help: () => void;
  /** The numbered button at this place, counted from 0. */
  say: (place: number) => void;
}

const PLAIN: Record<string, (desk: Desk) => void> = {
  Enter: (desk) => desk.pick(),
  " ": (desk) => (desk.isReplaying ? desk.playReplay() : desk.close()),
  Escape: (desk) => desk.escape(),
  u: (desk) => desk.undo(),
  Backspace: (desk) => desk.undo(),
  n: (desk) => desk.nextLive(1),
  p: (desk) => desk.nextLive(-1),
  f: (desk) => desk.fan(),
  "+": (desk) => desk.magnify(1.35),
  "=": (desk) => desk.magnify(1.35),
  "-": (desk) => desk.magnify(1 / 1.35),
  "0": (desk) => desk.fit(),
  l: (desk) => desk.open("log"),
  g: (desk) => desk.open("forces"),
  r: (desk) => desk.open("rules"),
  h: (desk) => desk.open("hex"),
  a: (desk) => desk.all(),
  i: (desk) => desk.hint(),
  "?": (desk) => desk.help(),
};

/** Whether a key typed here is meant for the table, and not for a field, a button or a dialog. */
export function isForTable(event: KeyboardEvent): boolean {
  const place = event.target as HTMLElement;
  if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return false;
  if (place.matches("input, select, textarea")) return false;
  return !(place.matches("button, summary, a") && (event.key === "Enter" || event.key === " "));
}

/** Do what a key means; return whether it means anything. */
export function press({ key, code, shiftKey }: Pick<KeyboardEvent, "key" | "code" | "shiftKey">, desk: Desk): boolean {
  if (key.startsWith("Arrow")) {
    if (desk.isReplaying && (key === "ArrowLeft" || key === "ArrowRight")) desk.stepReplay(key === "ArrowLeft" ? -1 : 1);
    else desk.arrow(key);
    return true;
  }
  if (shiftKey && /^Digit[1-9]$/.test(code)) {
    desk.overlay(Number(code.slice(5)) - 1);
    return true;
  }
  const wanted = PLAIN[key];
  if (wanted) wanted(desk);
  else if (/^[1-9]$/.test(key)) desk.say(Number(key) - 1);
  else return false;
  return true;
}

/** The hex that an arrow key leads to; the same one at the edge of the map. */
export function hexBeside(from: string, key: string, has: (hex: string) => boolean): string {
  const low = columnOf(from) % 2 === 0;
  const ways: Record<string, Direction> = { ArrowUp: "N", ArrowDown: "S", ArrowLeft: low ? "NW" : "SW", ArrowRight: low ? "NE" : "SE" };
  const next = neighbour(from, ways[key] as Direction);
  if (has(next)) return next;
  if (key !== "ArrowLeft" && key !== "ArrowRight") return from;
  const level = hexName(columnOf(from) + (key === "ArrowLeft" ? -1 : 1), rowOf(from));
  return has(level) ? level : from;
}

/** The next hex, or the one before, that can be chosen. */
export function nextOf(live: Set<string>, cursor: string, selected: string, by: number): string {
  const all = [...live].sort();
  const here = all.indexOf(cursor);
  if (here < 0) return all.find((hex) => hex > selected) ?? all[0] ?? "";
  return all[(here + by + all.length) % all.length] ?? "";
}
