// The printed facts, with the look-ups that drawing needs. No rule is known here.

import { readBoard, type Board } from "../map/board";
import type { Answer, Facts, Lang, Names, Piece, Printed, SeenPiece, SeenStack } from "./types";

export class Model {
  readonly board: Board;
  readonly pieces: Map<string, Piece>;
  readonly hexIds: Map<number, string>;
  readonly hexIndex: Map<string, number>;
  readonly seats: string[];

  constructor(readonly printed: Printed) {
    this.board = readBoard(printed.map);
    this.pieces = new Map(printed.pieces.map((piece) => [piece.id, piece]));
    this.hexIds = new Map(printed.map.hexes.map((hex) => [hex.index, hex.id]));
    this.hexIndex = new Map(printed.map.hexes.map((hex) => [hex.id, hex.index]));
    this.seats = printed.sides.map((side) => side.id);
  }

  piece(id: string): Piece | undefined {
    return this.pieces.get(id);
  }

  seatOf(side: string | null | undefined): number {
    return side ? this.seats.indexOf(side) : -1;
  }

  sideName(side: string, lang: Lang): string {
    const found = this.printed.sides.find((one) => one.id === side);
    return found ? said(found.names, lang) : side;
  }

  segmentName(segment: string, lang: Lang): string {
    const found = this.printed.segments.find((one) => one.id === segment);
    return found ? said(found.names, lang) : segment;
  }

  /** A hex as people read it: its number and name. */
  hexTitle(id: string): string {
    const name = this.board.hexes.get(id)?.name;
    return name ? `${id} ${name}` : id;
  }
}

export function said(names: Names | undefined, lang: Lang): string {
  return names?.[lang] ?? names?.en ?? "";
}

/** Where each piece that can be seen stands. */
export function placesOf(facts: Facts): Map<string, string> {
  const found = new Map<string, string>();
  for (const [hex, stack] of Object.entries(facts.stacks ?? {})) for (const piece of stack.pieces) found.set(piece.id, hex);
  return found;
}

/** The values printed on the face that shows: attack-defence-movement, or what the game prints. */
export function valuesOf(piece: Piece, steps: number): string {
  const face = piece.faces.find((one) => one.steps === steps) ?? piece.faces[0];
  const value = (name: string) => (face && face[name] !== null && face[name] !== undefined ? String(face[name]) : "");
  const movement = value("movement");
  if (piece.support !== null) return [`(${piece.support})`, String(piece.range ?? ""), movement].filter(Boolean).join(" ");
  const fight = [value("attack"), value("defence")].filter(Boolean);
  if (fight.length === 0) {
    const others = Object.keys(face ?? {}).filter((name) => name !== "steps" && name !== "movement");
    return [...others.map(value), movement].filter(Boolean).join("-");
  }
  return [...fight, movement].filter(Boolean).join("-");
}

export interface Choices {
  /** Answers that name a hex, by hex. */
  hexes: Map<string, Answer[]>;
  /** Answers that name a piece, by piece. */
  pieces: Map<string, Answer[]>;
  /** Answers that are said with a button: words, numbers, and those with no noun. */
  spoken: Answer[];
}

export function choicesOf(answers: readonly Answer[]): Choices {
  const choices: Choices = { hexes: new Map(), pieces: new Map(), spoken: [] };
  for (const answer of answers) {
    if (answer.kind === "hex") push(choices.hexes, answer.name, answer);
    else if (answer.kind === "piece") push(choices.pieces, answer.name, answer);
    else choices.spoken.push(answer);
  }
  return choices;
}

function push(map: Map<string, Answer[]>, key: string, answer: Answer): void {
  map.set(key, [...(map.get(key) ?? []), answer]);
}

/** Every answer that a click on a hex could mean: the hex itself, or a piece in it. */
export function answersAt(choices: Choices, hex: string, stack: SeenStack | undefined): Answer[] {
  const pieces = (stack?.pieces ?? []).flatMap((piece) => choices.pieces.get(piece.id) ?? []);
  return [...(choices.hexes.get(hex) ?? []), ...pieces];
}

/** Hexes where a click answers something. */
export function liveHexes(choices: Choices, places: Map<string, string>): Set<string> {
  const live = new Set(choices.hexes.keys());
  for (const piece of choices.pieces.keys()) {
    const hex = places.get(piece);
    if (hex) live.add(hex);
  }
  return live;
}

const CLOSING = ["done", "fight", "seal", "enough", "halt", "stay", "pass"];

/** The answer that Space gives: the one that says "no more", where there is just one such. */
export function closing(choices: Choices): Answer | undefined {
  const silent = choices.spoken.filter((answer) => answer.kind === "nothing");
  if (silent.length === 1) return silent[0];
  for (const verb of CLOSING) {
    const found = silent.find((answer) => answer.verb === verb);
    if (found) return found;
  }
  return undefined;
}

/** The counters of a stack as drawn: hidden ones at the bottom, those seen above. */
export function layers(stack: SeenStack): (SeenPiece | null)[] {
  return [...Array<null>(stack.hidden).fill(null), ...stack.pieces];
}

/** JSON merge patch (RFC 7386). */
export function patched<T>(target: T, patch: unknown): T {
  if (typeof patch !== "object" || patch === null || Array.isArray(patch)) return patch as T;
  const base = typeof target === "object" && target !== null && !Array.isArray(target) ? target : {};
  const made: Record<string, unknown> = { ...base };
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) delete made[key];
    else made[key] = patched(made[key], value);
  }
  return made as T;
}
