// What has happened since one last looked: who went where, and what the dice said.

import { untrack } from "svelte";
import type { Arrow } from "../map/arrows";
import type { Facts } from "./model";
import type { LogLine, Reckoning } from "./types";

/** What is looked at; read anew whenever any of it changes. */
export interface Seen {
  facts: Facts;
  places: Map<string, string>;
  log: LogLine[];
  /** How many lines the log has before those. */
  logFirst: number;
  isReady: boolean;
  isPast: boolean;
  isSpectator: boolean;
  seatOf: (side: string | undefined) => number;
}

const MOST_MOVES = 12;
const MOST_ARROWS = 20;

export class News {
  arrows = $state.raw<Arrow[]>([]);
  thrown = $state.raw<LogLine[]>([]);
  /** The last battle as it was fought. */
  fought = $state.raw<Reckoning | null>(null);
  #before = new Map<string, string>();
  #segment: string | undefined;
  #lines = -1;

  constructor(seen: () => Seen) {
    $effect(() => this.#compare(seen()));
    $effect(() => this.#read(seen()));
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

  #read({ log, logFirst, isReady, isPast }: Seen): void {
    if (!isReady) return;
    const written = logFirst + log.length;
    if (this.#lines >= 0 && written > this.#lines && !isPast) {
      const lines = log.slice(Math.max(0, this.#lines - logFirst));
      const dice = lines.filter((line) => line.dice?.length);
      const fought = lines.filter((line) => line.fought?.throw).at(-1)?.fought;
      if (fought) this.fought = fought;
      if (dice.length) this.thrown = dice.slice(-3);
    }
    this.#lines = written;
  }
}
