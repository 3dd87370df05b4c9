// Where the names of the map stand: places on the lower edge of their hex, clear of counters; rivers along
// their course; regions across their ground. Who matters most comes first, and nobody covers another.

import type { Lang } from "../game/types";
import { places, type Board } from "./board";
import { chains, smooth } from "./curves";
import { H, centre, directionTo, sideCorners, type Point } from "./grid";

export interface Name {
  text: string;
  x: number;
  y: number;
  size: number;
  kind: string;
  hex: string;
}

export interface RiverName {
  text: string;
  path: string;
  size: number;
  /** The middle of the name, as a share of its course. */
  place: number;
}

/** By kind: the size in units of the map, the least in pixels on the screen, and from which scale it is shown. */
const SIZES: Record<string, { units: number; pixels: number; from: number }> = {
  city: { units: 22, pixels: 14, from: 0 },
  town: { units: 19, pixels: 13, from: 0 },
  objective: { units: 17, pixels: 12, from: 0 },
  village: { units: 16, pixels: 11.5, from: 0.3 },
  region: { units: 26, pixels: 12.5, from: 0 },
  river: { units: 16, pixels: 11.5, from: 0.16 },
};
const ORDER = ["city", "objective", "town", "village"];

function sizeAt(kind: string, scale: number): number {
  const { units, pixels, from } = SIZES[kind] ?? { units: 16, pixels: 11.5, from: 0.3 };
  return scale < from ? 0 : Math.max(units, pixels / scale);
}

function width(text: string, size: number, share = 0.5): number {
  return text.length * size * share;
}

interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** Cities are set in bold, spaced type. */
const shareOf = (kind: string) => (kind === "city" ? 0.6 : kind === "village" ? 0.5 : 0.53);
const boxOf = (name: Name, share = shareOf(name.kind)): Box => {
  const half = width(name.text, name.size, share) / 2;
  return { left: name.x - half, right: name.x + half, top: name.y - name.size * 0.8, bottom: name.y + name.size * 0.25 };
};
const meets = (one: Box, other: Box) => one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;

/** From afar a city of many quarters has one name: the one in capitals, or that of its middle. */
function merged(found: ReturnType<typeof places>, scale: number): ReturnType<typeof places> {
  if (scale >= (SIZES.village?.from ?? 0)) return found;
  const others = found.filter((place) => place.settlement !== "city");
  return [...others, ...cities(found.filter((place) => place.settlement === "city")).map(heartOf)];
}

type Place = ReturnType<typeof places>[number];

/** Quarters that lie side by side are one city. */
function cities(quarters: Place[]): Place[][] {
  const near = (one: Place, other: Place) =>
    one.hexes.some((here) => other.hexes.some((there) => Math.hypot(centre(here).x - centre(there).x, centre(here).y - centre(there).y) < 1.1 * H));
  return quarters.reduce<Place[][]>((groups, place) => {
    const joined = groups.filter((group) => group.some((one) => near(one, place)));
    return [...groups.filter((group) => !joined.includes(group)), [...joined.flat(), place]];
  }, []);
}

function heartOf(quarters: Place[]): Place {
  const spots = quarters.map((place) => place.middle);
  const middle = { x: sum(spots, "x") / spots.length, y: sum(spots, "y") / spots.length };
  const away = ({ middle: { x, y } }: Place) => Math.hypot(x - middle.x, y - middle.y);
  const nearest = quarters.reduce((one, other) => (away(other) < away(one) ? other : one));
  const heart = quarters.find((place) => quarters.length > 1 && place.name === place.name.toUpperCase()) ?? nearest;
  return { ...heart, hexes: quarters.flatMap((place) => place.hexes) };
}

/** The names of places at a scale, below their hex or else, the greater ones, above it; `objectives` are those that victory depends on. */
export function placeNames(board: Board, scale: number, objectives: ReadonlySet<string>, lang: Lang): Name[] {
  const found = merged(places(board, lang), scale).flatMap((place): (Name & { rank: number })[] => {
    const isWanted = place.hexes.some((hex) => objectives.has(hex));
    const settled = place.settlement in SIZES ? place.settlement : "village";
    const kind = isWanted && settled === "village" ? "objective" : settled;
    const size = sizeAt(kind, scale);
    const low = place.hexes.reduce((one, other) => (centre(other).y > centre(one).y ? other : one));
    const { x, y } = centre(low);
    return size ? [{ text: place.name, x, y: y + H / 2 + size * 0.3, size, kind, hex: low, rank: ORDER.indexOf(kind) - (isWanted ? 0.5 : 0) }] : [];
  });
  const taken: Box[] = [];
  return found
    .sort((one, other) => one.rank - other.rank)
    .flatMap((name) => {
      const spots = [name, ...(name.kind === "village" ? [] : [{ ...name, y: name.y - H }])];
      const spot = spots.find((one) => !taken.some((other) => meets(boxOf(one), other)));
      if (spot) taken.push(boxOf(spot));
      return spot ? [spot] : [];
    });
}

/** Where else the name of a region may stand, in hexes from its middle, when counters lie there. */
const REACH = [0, 0.25, -0.25, 0.5, -0.5, 0.75, -0.75, 1, -1, 1.25, -1.25];
const BESIDE = REACH.flatMap((across) => REACH.map((down): Point => ({ x: across * H, y: down * H }))).sort((one, other) => Math.hypot(one.x, one.y) - Math.hypot(other.x, other.y));
/** A flag grows as the map shrinks; it flies beside the middle of its hex. */
export const FLAG = { x: -46, y: 2, width: 24, height: 31 };
export const flagSize = (scale: number) => Math.min(2.6, Math.max(1, 0.5 / scale));
function flagBox(x: number, y: number, scale: number): Box {
  const size = flagSize(scale);
  return { left: x + FLAG.x, right: x + FLAG.x + FLAG.width * size, top: y + FLAG.y - FLAG.height * size, bottom: y + FLAG.y };
}

/** A counter, from the middle of its hex. */
const COUNTER = 0.42 * H;

/** What flags and counters cover. */
function covering(objectives: ReadonlySet<string>, counters: readonly string[], scale: number): Box[] {
  const flags = [...objectives].map(centre).map(({ x, y }) => flagBox(x, y, scale));
  return [...flags, ...counters.map(centre).map(({ x, y }): Box => ({ left: x - COUNTER, right: x + COUNTER, top: y - COUNTER, bottom: y + COUNTER }))];
}

/** The names of regions, seas and lakes, each at the nearest place that is free of counters and names; none that would be half covered. */
export function regionNames(board: Board, scale: number, objectives: ReadonlySet<string>, lang: Lang, counters: readonly string[]): Name[] {
  const size = Math.min(80, sizeAt("region", scale));
  const covered = covering(objectives, counters, scale);
  const names = placeNames(board, scale, objectives, lang).map((name) => boxOf(name));
  return board.labels.flatMap((label) => {
    const { x, y } = centre(label.hex);
    const found = BESIDE.map((by): Name => ({ x: x + by.x, y: y + by.y, text: label.names?.[lang] ?? label.text, size, kind: label.kind, hex: label.hex }));
    const isClear = (name: Name) => {
      const box = boxOf(name, 0.6);
      const onSheet = box.left > 0 && box.right < board.frame.width && box.top > 0 && box.bottom < board.frame.height;
      return onSheet && ![...covered, ...names].some((other) => meets(other, box));
    };
    const clear = found.find(isClear);
    if (clear) names.push(boxOf(clear, 0.6));
    return clear ? [clear] : [];
  });
}

/** The names of rivers, each along its course, as near the middle as it stands clear of counters, flags and names of places. */
export function riverNames(board: Board, scale: number, objectives: ReadonlySet<string>, lang: Lang, counters: readonly string[]): RiverName[] {
  const size = Math.min(64, sizeAt("river", scale));
  if (!size) return [];
  const courses = new Map<string, { ends: [Point, Point] }[]>();
  for (const side of board.sides) {
    const direction = side.name && (side.kind === "river" || side.kind === "lake") ? directionTo(side.a, side.b) : undefined;
    const called = side.names?.[lang] ?? side.name;
    if (direction) courses.set(called, [...(courses.get(called) ?? []), { ends: sideCorners(side.a, direction) }]);
  }
  const taken = [...placeNames(board, scale, objectives, lang).map((name) => boxOf(name)), ...covering(objectives, counters, scale)];
  return [...courses].flatMap(([text, segments]) => {
    const long = width(text, size);
    const ways = chains(segments)
      .map(({ points }) => steadied(steadied(points)))
      .map((line) => ((line[0] as Point).x <= (line[line.length - 1] as Point).x ? line : [...line].reverse()))
      .filter((line) => length(line) >= long * 1.15)
      .sort((one, other) => length(other) - length(one));
    const found = ways.flatMap((way) => PLACES.map((place) => ({ way, place, hidden: hidden(way, place, long, size, taken) })));
    const best = found.find((one) => !one.hidden) ?? found.sort((one, other) => one.hidden - other.hidden)[0];
    return best ? [{ text, size, path: smooth(best.way), place: best.place }] : [];
  });
}

/** Where along its course the name of a river may stand, the middle first. */
const PLACES = [...Array(37).keys()].map((step) => 0.05 + step / 40).sort((one, other) => Math.abs(one - 0.5) - Math.abs(other - 0.5));

/** How much of a name along a course would be covered, or lie beyond its end: 0 where it is whole. */
function hidden(way: readonly Point[], place: number, long: number, size: number, taken: readonly Box[]): number {
  const all = length(way);
  const [from, to] = [all * place - long / 2, all * place + long / 2];
  if (from < 0 || to > all) return Infinity;
  let [bad, done] = [0, 0];
  for (let index = 0; index + 1 < way.length && done <= to; index++) {
    const [one, other] = [way[index] as Point, way[index + 1] as Point];
    const step = Math.hypot(other.x - one.x, other.y - one.y);
    for (let share = 0; share < 1; share += 0.25) {
      const at = done + step * share;
      if (at < from || at > to) continue;
      const [x, y] = [one.x + (other.x - one.x) * share + (0.6 * size * (other.y - one.y)) / step, one.y + (other.y - one.y) * share - (0.6 * size * (other.x - one.x)) / step];
      const box = { left: x - size * 0.4, right: x + size * 0.4, top: y - size * 0.4, bottom: y + size * 0.4 };
      if (taken.some((each) => meets(each, box))) bad++;
    }
    done += step;
  }
  return bad;
}

/** The same course without the bends of single hexsides. */
function steadied(points: readonly Point[]): Point[] {
  const reach = 3;
  return points.map((point, index) => {
    const near = Math.min(reach, index, points.length - 1 - index);
    const window = points.slice(index - near, index + near + 1);
    return window.length < 2 ? point : { x: sum(window, "x") / window.length, y: sum(window, "y") / window.length };
  });
}

const sum = (points: readonly Point[], axis: "x" | "y") => points.reduce((total, point) => total + point[axis], 0);

function length(line: readonly Point[]): number {
  return line.slice(1).reduce((total, point, index) => total + Math.hypot(point.x - (line[index] as Point).x, point.y - (line[index] as Point).y), 0);
}
