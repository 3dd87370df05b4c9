// What has happened since one last looked: who went where, and what the dice said.

import { untrack } from "svelte";
import { calm, settings } from "../settings.svelte";
import type { Arrow } from "../map/arrows";
import type { Facts } from "./model";
import { isWay, wayTime } from "./pace";
import type { LogLine, Reckoning } from "./types";

/** What is looked at; read anew whenever any of it changes. */
export interface Seen {
  facts: Facts;
  places: Map<string, string>;
  log: LogLine[];
  /** How many lines the log has before those. */
  logFirst: number;
  isReady: boolean;
  isMine: boolean;
  /** The seat's own side; none for whoever watches. */
  side: string;
  /** The line of the log at which one last answered; -1 where that is not known. */
  answeredAt: number;
  isPast: boolean;
  isSpectator: boolean;
  seatOf: (side: string | undefined) => number;
}

/** A counter on its way; face down where its name may not be known. */
export interface Slide {
  id: number;
  piece: string;
  seat: number;
  hexes: string[];
  time: number;
}

const MOST_MOVES = 12;
const MOST_ARROWS = 20;

export class News {
  arrows = $state.raw<Arrow[]>([]);
  thrown = $state.raw<LogLine[]>([]);
  /** The last battle as it was fought. */
  fought = $state.raw<Reckoning | null>(null);
  slides = $state.raw<Slide[]>([]);
  /** What the other side did since one's last answer, and the line at which it begins. */
  recap = $state.raw<{ first: number; lines: LogLine[] } | null>(null);
  #slid = 0;
  #wasMine = false;
  #before = new Map<string, string>();
  #segment: string | undefined;
  #lines = -1;

  constructor(seen: () => Seen) {
    $effect(() => this.#compare(seen()));
    $effect(() => this.#read(seen()));
    $effect(() => this.#recall(seen()));
  }

  /** One's own answer: what came before it is no news any more. */
  clear(isFighting: boolean): void {
    this.arrows = [];
    this.thrown = [];
    if (!isFighting) this.fought = null;
  }

  /** Another moment, or another seat: nothing is compared with what was seen before. */
  forget(isNewSeat = false): void {
    this.#before = new Map();
    this.fought = null;
    if (isNewSeat) this.#lines = -1;
    else this.arrows = [];
  }

  #compare({ places, facts, isPast, isSpectator, seatOf }: Seen): void {
    if (places === this.#before) return;
    const moved: Arrow[] = [];
    for (const [piece, hex] of places) {
      const from = this.#before.get(piece);
      if (from && from !== hex) moved.push({ from, to: hex, seat: seatOf(facts.stacks?.[hex]?.side) });
    }
    this.#before = places;
    // Who watches sees the moves of one segment at a time.
    const isAnew = isPast || (isSpectator && facts.segment !== this.#segment);
    this.#segment = facts.segment;
    untrack(() => {
      if (moved.length && moved.length < MOST_MOVES) this.arrows = [...(isAnew ? [] : this.arrows), ...moved].slice(-MOST_ARROWS);
      else if (isAnew) this.arrows = [];
    });
  }

  /** Once one is asked again, tell what the others have done meanwhile. */
  #recall({ log, logFirst, isReady, isPast, isMine, side, answeredAt }: Seen): void {
    if (!isReady || isPast) return;
    if (isMine && !this.#wasMine && answeredAt >= 0) {
      const first = Math.max(answeredAt, logFirst);
      const lines = log.slice(first - logFirst).filter((line) => line.side && (line.side !== side || line.act === "loss"));
      if (lines.some((line) => line.side !== side)) this.recap = { first, lines };
    }
    this.#wasMine = isMine;
  }

  /** Let counters go the way that was written. */
  #slide(lines: LogLine[], seatOf: Seen["seatOf"]): void {
    if (calm() || settings.speed === "once") return;
    const slides = lines.filter(isWay).flatMap((line) => {
      const hexes = line.hexes ?? [];
      const pieces = [...(line.pieces ?? []), ...(line.hidden ? [""] : [])];
      return pieces.map((piece) => ({ id: ++this.#slid, piece, seat: seatOf(line.side), hexes, time: wayTime(hexes.length, settings.speed) }));
    });
    if (!slides.length) return;
    this.slides = [...this.slides, ...slides];
    const gone = new Set(slides.map((slide) => slide.id));
    setTimeout(() => (this.slides = this.slides.filter((slide) => !gone.has(slide.id))), Math.max(...slides.map((slide) => slide.time)));
  }

  #read({ log, logFirst, isReady, isPast, seatOf }: Seen): void {
    if (!isReady) return;
    const written = logFirst + log.length;
    if (this.#lines >= 0 && written > this.#lines && !isPast) {
      const lines = log.slice(Math.max(0, this.#lines - logFirst));
      const dice = lines.filter((line) => line.dice?.length);
      const fought = lines.filter((line) => line.fought?.throw).at(-1)?.fought;
      if (fought) this.fought = fought;
      untrack(() => this.#slide(lines, seatOf));
      if (dice.length) this.thrown = dice.slice(-3);
    }
    this.#lines = written;
  }
}
