// What the server sends, as docs/api.md says.

export type Lang = "en" | "fr";
export type Names = Partial<Record<Lang, string>>;

export interface GameInfo {
  id: string;
  titles: Names;
  seats: SideInfo[];
  scenarios: { id: string; titles: Names; options: OptionInfo[] }[];
  levels: Level[];
}

/** An opponent, as the game names and tells it. */
export interface Level {
  id: string;
  names: Names;
  says: Names;
  is_usual: boolean;
  gives_hints: boolean;
}

export interface OptionInfo {
  id: string;
  default: string;
  values: string[];
  rule?: string;
}

export interface SideInfo {
  seat: number;
  id: string;
  names: Names;
}

export interface PrintedHex {
  index: number;
  id: string;
  column: number;
  row: number;
  terrain: string[];
  settlement: string | null;
  name: string | null;
  height: number | null;
  dominant: boolean;
  sources: string[];
  victory: unknown;
  fort?: string | null;
}

export interface PrintedSide {
  kind: string;
  a: number;
  b: number;
  class: number | null;
  name: string | null;
}

export interface PrintedMap {
  title: string;
  scale: string;
  credit: string;
  notes: string[];
  columns: number;
  rows: number;
  hexes: PrintedHex[];
  sides: PrintedSide[];
  links: PrintedSide[];
  exits: { kind: string; hex: number; direction: string }[];
  apart: [number, number, number][];
  labels: { text: string; hex: number; kind: string }[];
}

export interface Face {
  steps: number;
  [value: string]: number | string | null;
}

export interface Piece {
  index: number;
  id: string;
  name: string;
  side: string | null;
  nationality: string;
  formation: string | null;
  kind: string;
  size: string;
  steps: number;
  faces: Face[];
  support: number | null;
  range: number | null;
  stacking: number | null;
  band: string | null;
  arrives: unknown;
  is_headquarters: boolean;
  is_senior: boolean;
  note: string;
}

export interface PrintedTable {
  id: string;
  names: Names;
  rule: string;
  columns: string[];
  rows: { label: string; cells: string[] }[];
}

export interface Printed {
  game: string;
  scenario: string;
  titles: Names;
  sides: SideInfo[];
  turns: { number: number; label?: string; names?: Names }[];
  first: string;
  segments: { id: string; names: Names }[];
  verbs: Record<string, string>;
  map: PrintedMap;
  pieces: Piece[];
  formations: { id: string; side: string; pieces: number[] }[];
  tables: PrintedTable[];
  areas: { side: string; pieces: number[]; hexes: number[]; near: string | null }[];
  ready: { id: string; names: Names; reconstructed: boolean }[];
  victory?: { title?: Names; conditions?: { id: string; names: Names }[] };
}

export interface SeenPiece {
  id: string;
  steps: number;
  marks: string[];
}

export interface SeenStack {
  side: string;
  height: number;
  hidden: number;
  pieces: SeenPiece[];
}

/** The facts of a view. A game may have more or fewer; the board draws those it finds. */
export interface Facts {
  turn?: number;
  turns?: number;
  segment?: string;
  stacks?: Record<string, SeenStack>;
  in_play?: Record<string, string[]>;
  waiting?: Record<string, string[]>;
  lost?: string[];
  held?: string[];
  aircraft?: string[];
  aircraft_used?: string[];
  control?: Record<string, string[]>;
  victory?: Victory;
  battle?: Battle | null;
  [fact: string]: unknown;
}

/** Who has conditions to fulfil, and which of them hold; their words are printed. */
export interface Victory {
  side: string;
  wins: boolean;
  conditions?: { id: string; holds: boolean; needed: number; hexes: string[]; held: string[] }[];
}

export interface Battle {
  side: string;
  target: string;
  attackers: string[];
  supports: string[];
  defence_supports?: string[];
  sealed?: string[];
}

export interface SeatView {
  seat: number;
  to_move: number | null;
  question: { kind: string; rule: string } | null;
  facts: Facts;
}

export interface Answer {
  verb: string;
  noun: number;
  kind: "hex" | "piece" | "number" | "word" | "nothing";
  name: string;
  label: string;
}

export interface LogLine {
  text: string;
  rule: string;
  kind: string;
  die: number | null;
}

export interface Update {
  type: "update";
  version: number;
  view: SeatView;
  prompt: { text: string; rule: string; is_mine: boolean };
  answers: Answer[];
  log: { keep: number; lines: LogLine[]; total: number };
  can_undo: boolean;
  over: boolean;
  result: string;
}

export interface SeatInfo {
  seat: number;
  id: string;
  kind: string;
  name: string;
  level: string | null;
  is_here: boolean;
}

export interface TableInfo {
  table: string;
  game: string;
  scenario: string;
  options: Record<string, string>;
  created: string;
  seat: number | null;
  seat_id: string | null;
  seats: SeatInfo[];
  /** The levels that give hints; none where the table was made without. */
  hints: Level[];
  over: boolean;
  result: string;
}

/** What a bot would do in one's place, and what it weighed. */
export interface Hint {
  version: number;
  level: string;
  question: string;
  rule: string;
  answers: { verb: string; noun: number; typed: string; label: string; pieces: string[]; hexes: string[] }[];
  candidates: { text: string; value: number; unit: string; reason: string; is_chosen: boolean; pieces: string[]; hexes: string[] }[];
}

export interface Rules {
  title: string;
  rules: { number: string; title: string; text: string; rulings: string[] }[];
  rulings: { id: string; rules: string[]; text: string; reason: string; option: string | null }[];
}

export interface OverlayInfo {
  id: string;
  names: Names;
  of: string;
}

export interface Overlay {
  id: string;
  hexes: { hex: number; id: string; text: string }[];
  /** Each goes from hex to hex; one of a single hex only marks it. */
  lines: number[][];
}

export interface Luck {
  combats: {
    line: number;
    seat: number;
    text: string;
    outcome: string;
    chance: number;
    as_good: number;
    luck: number;
    expected: number;
    actual: number;
  }[];
  seats: { seat: number; id: string; combats: number; luck: number; margin: number }[];
}

export interface Replay {
  total: number;
  from: number;
  frames: ({ frame: number; log: number } & ({ view: SeatView } | { patch: unknown }))[];
  lines: LogLine[];
}

export interface Note {
  note: number;
  frame: number;
  text: string;
}
