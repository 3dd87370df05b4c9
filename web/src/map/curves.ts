// Points become paths that look drawn by hand.

import { add, at, between, type Point } from "./grid";
import { noise } from "./noise";

/** A smooth path through points (Catmull-Rom). */
export function smooth(points: readonly Point[], closed = false, tension = 6): string {
  if (points.length < 2) return "";
  const count = points.length;
  const pick = (index: number): Point =>
    points[closed ? (index + count) % count : Math.max(0, Math.min(count - 1, index))] as Point;
  const parts = [`M${at(pick(0))}`];
  for (let index = 0; index < (closed ? count : count - 1); index++) {
    const [before, start, end, after] = [pick(index - 1), pick(index), pick(index + 1), pick(index + 2)];
    const first = { x: start.x + (end.x - before.x) / tension, y: start.y + (end.y - before.y) / tension };
    const second = { x: end.x - (after.x - start.x) / tension, y: end.y - (after.y - start.y) / tension };
    parts.push(`C${at(first)} ${at(second)} ${at(end)}`);
  }
  return parts.join("") + (closed ? "Z" : "");
}

/** The same line with more points, each pushed aside a little. */
export function wander(points: readonly Point[], pieces: number, amplitude: number, seed: number): Point[] {
  const bent: Point[] = [];
  for (let index = 0; index + 1 < points.length; index++) {
    const [start, end] = [points[index] as Point, points[index + 1] as Point];
    for (let piece = 0; piece < pieces; piece++) bent.push(between(start, end, piece / pieces));
  }
  bent.push(points[points.length - 1] as Point);
  return bent.map((point, index) => {
    const ends = index === 0 || index === bent.length - 1;
    const push = ends ? 0.25 : 1;
    return add(point, {
      x: noise(point.x, point.y, 34, seed) * amplitude * push,
      y: noise(point.x, point.y, 34, seed + 1) * amplitude * push,
    });
  });
}

/** Round off the corners of a line (Chaikin), keeping its ends. */
export function rounded(points: readonly Point[], times = 1): Point[] {
  let line = [...points];
  for (let round = 0; round < times && line.length > 2; round++) {
    const next = [line[0] as Point];
    for (let index = 0; index + 1 < line.length; index++) {
      const [start, end] = [line[index] as Point, line[index + 1] as Point];
      next.push(between(start, end, 0.25), between(start, end, 0.75));
    }
    next.push(line[line.length - 1] as Point);
    line = next;
  }
  return line;
}

export interface Segment {
  ends: [Point, Point];
}

/** Join segments that share an end into lines as long as can be; lines break where three meet. */
export function chains<T extends Segment>(segments: readonly T[]): { points: Point[]; segments: T[] }[] {
  const key = (point: Point) => `${Math.round(point.x)},${Math.round(point.y)}`;
  const meeting = new Map<string, T[]>();
  for (const segment of segments)
    for (const end of segment.ends) meeting.set(key(end), [...(meeting.get(key(end)) ?? []), segment]);
  const used = new Set<T>();
  const lines: { points: Point[]; segments: T[] }[] = [];

  const follow = (start: T, from: Point) => {
    const points = [from];
    const members: T[] = [];
    let segment: T | undefined = start;
    let here = from;
    while (segment && !used.has(segment)) {
      used.add(segment);
      members.push(segment);
      here = key(segment.ends[0]) === key(here) ? segment.ends[1] : segment.ends[0];
      points.push(here);
      const there: T[] = meeting.get(key(here)) ?? [];
      segment = there.length === 2 ? there.find((other) => !used.has(other)) : undefined;
    }
    lines.push({ points, segments: members });
  };

  for (const segment of segments)
    for (const end of segment.ends)
      if ((meeting.get(key(end)) ?? []).length !== 2 && !used.has(segment)) follow(segment, end);
  for (const segment of segments) if (!used.has(segment)) follow(segment, segment.ends[0]);
  return lines;
}
