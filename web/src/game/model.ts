// The printed facts, with the look-ups that drawing needs. No rule is known here.

import { calledIn, readBoard, type Board } from "../map/board";
import { dress } from "../map/theme";
import type { Answer, Counter, Kind, Lang, Mark, Names, Piece, Printed, PrintedTable, Seen, Stack } from "./types";

/** What is seen of a position; nothing before the first update has come. */
export type Facts = Partial<Seen>;

export class Model {
  readonly board: Board;
  readonly pieces: Map<string, Piece>;
  readonly hexIds: Map<number, string>;
  readonly hexIndex: Map<string, number>;
  readonly seats: string[];
  readonly marks: Map<string, Mark>;
  /** By hex: the kinds of ground and settlement that are printed there. */
  readonly grounds: Map<string, string[]>;
  #kinds: Map<string, Kind>;
  #worth: Map<string, number | null>;
  /** The place of each hex among the printed ones. */
  #order: Map<string, number>;

  constructor(readonly printed: Printed) {
    dress(printed);
    this.board = readBoard(printed.map);
    const sheet = printed.map;
    this.marks = new Map(printed.marks.map((mark) => [mark.id, mark]));
    this.grounds = new Map((sheet?.hexes ?? []).map((hex) => [hex.id, [...hex.terrain, ...(hex.settlement ? [hex.settlement] : [])]]));
    this.#kinds = new Map([...(sheet?.terrains ?? []), ...(sheet?.settlements ?? []), ...(sheet?.lines ?? [])].map((kind) => [kind.id, kind]));
    this.pieces = new Map(printed.pieces.map((piece) => [piece.id, piece]));
    this.hexIds = new Map((sheet?.hexes ?? []).map((hex) => [hex.index, hex.id]));
    this.hexIndex = new Map((sheet?.hexes ?? []).map((hex) => [hex.id, hex.index]));
    this.#worth = new Map((sheet?.hexes ?? []).filter((hex) => hex.objective || hex.points).map((hex) => [hex.id, hex.points]));
    this.#order = new Map((sheet?.hexes ?? []).map((hex, place) => [hex.id, place]));
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

  /** A kind of ground, settlement or line in words. */
  kindName(kind: string, lang: Lang): string {
    return said(this.#kinds.get(kind)?.names, lang) || kind;
  }

  markName(mark: string, lang: Lang): string {
    return said(this.marks.get(mark)?.names, lang) || mark;
  }

  /** The marks of a counter, and those of its stack. */
  marksOf(seen: Counter | null, stack: Stack): Mark[] {
    if (!seen) return [];
    return [...seen.marks, ...(stack.marks ?? [])].map((id) => this.marks.get(id)).filter((mark) => mark !== undefined);
  }

  pieceName(id: string, lang: Lang): string {
    return said(this.pieces.get(id)?.names, lang) || id;
  }

  /** The title, the scale or the sources of the map. */
  sheetWord(which: "title" | "scale" | "credit", lang: Lang): string {
    return said(this.printed.map?.words?.[which], lang) || this.board[which];
  }

  /** The hexes that victory depends on: as printed, and as the conditions name them now. */
  objectives(facts: Facts): Set<string> {
    const named = (facts.victory?.conditions ?? []).flatMap((condition) => condition.hexes);
    return new Set([...this.#worth.keys(), ...named.filter((hex) => this.hexIndex.has(hex))]);
  }

  /** What a hex is worth, where victory is counted in points. */
  pointsOf(hex: string): number | null {
    return this.#worth.get(hex) ?? null;
  }

  /** The side that holds a hex, as the view says; empty for nobody. */
  holderOf(hex: string, facts: Facts): string {
    return this.seats[Number(facts.control?.[this.#order.get(hex) ?? -1] ?? NaN)] ?? "";
  }

  /** A hex as people read it: its number and name. */
  hexTitle(id: string, lang: Lang): string {
    const hex = this.board.hexes.get(id);
    return hex?.name ? `${id} ${calledIn(lang, hex.name, hex.names)}` : id;
  }
}

/** A label or a cell of a printed table, as a language says it. */
export function tableText(table: PrintedTable, text: string, lang: Lang): string {
  return said(table.words?.[text], lang) || text;
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

/** The values printed on the face that shows. */
export function valuesOf(piece: Piece, steps: number): string {
  return (piece.faces.find((face) => face.steps === steps) ?? piece.faces[0])?.text ?? "";
}

/** Every value that a counter has now, by the game's words: those of its face, and those that no face changes. */
export function figuresOf(piece: Piece, steps: number): [string, number | string][] {
  const face = piece.faces.find((one) => one.steps === steps) ?? piece.faces[0];
  const printed = (face?.values ?? []).map((one): [string, number | string] => [one.id, one.value]);
  const named = new Set(printed.map(([id]) => id));
  return [...printed, ...Object.entries(piece.figures).filter(([id]) => !named.has(id))];
}

/** The values of that face one by one, where some are printed in red; else none. */
export function redParts(piece: Piece, steps: number): { text: string; is_red: boolean }[] {
  const face = piece.faces.find((one) => one.steps === steps) ?? piece.faces[0];
  const parts = (face?.values ?? []).map((one) => ({ text: String(one.value), is_red: Boolean(one.is_red) }));
  const isWhole = parts.map((part) => part.text).join("-") === face?.text;
  return isWhole && parts.some((part) => part.is_red) ? parts : [];
}

export interface Choices {
  /** Answers that name a hex, by hex. */
  hexes: Map<string, Answer[]>;
  /** Answers that name a piece, by piece. */
  pieces: Map<string, Answer[]>;
  /** Answers that are said with a button: words, numbers, and those with no noun. */
  spoken: Answer[];
}

/** Sort answers by where they are given: on the map, or, without one, all of them beside it. */
export function choicesOf(answers: readonly Answer[], hasMap = true): Choices {
  const choices: Choices = { hexes: new Map(), pieces: new Map(), spoken: [] };
  for (const answer of answers) {
    if (!hasMap) choices.spoken.push(answer);
    else if (answer.kind === "hex") push(choices.hexes, answer.name, answer);
    else if (answer.kind === "piece") push(choices.pieces, answer.name, answer);
    else choices.spoken.push(answer);
  }
  return choices;
}

function push(map: Map<string, Answer[]>, key: string, answer: Answer): void {
  map.set(key, [...(map.get(key) ?? []), answer]);
}

/** Every answer that a click on a hex could mean: the hex itself, or a piece in it. */
export function answersAt(choices: Choices, hex: string, stack: Stack | undefined): Answer[] {
  const pieces = (stack?.pieces ?? []).flatMap((piece) => choices.pieces.get(piece.id) ?? []);
  return [...(choices.hexes.get(hex) ?? []), ...pieces];
}

/** The answers by which several pieces of a stack, or of everywhere, join what is being gathered. */
export function gathering(choices: Choices, hex?: string, stack?: Stack): Answer[] {
  const offered = hex === undefined ? [...choices.pieces.values()].flat() : answersAt(choices, hex, stack);
  return offered.filter((answer) => answer.gathers);
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

/** The answer that Space gives, where the game names one. */
export function mainOf(choices: Choices): Answer | undefined {
  return choices.spoken.find((answer) => answer.is_main);
}

/** The counters of a stack as drawn: hidden ones at the bottom, those seen above. */
export function layers(stack: Stack): (Counter | null)[] {
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
