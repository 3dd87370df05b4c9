// What is looked at: the present, or a moment of the past.

import type { Connection } from "./connection.svelte";
import type { News } from "./news.svelte";
import type { LogLine, SeatView } from "./types";

export class Past {
  isOpen = $state(false);
  /** A line of the log to go to; -1 for the last. */
  line = $state(-1);
  /** Whether it plays by itself from there, and closes at its end. */
  plays = $state(false);
  /** A line of the log whose moment is to become a game of one's own; -1 for none. */
  forkLine = $state(-1);
  shown = $state.raw<{ view: SeatView; log: number } | null>(null);
  /** The lines of the log that this very moment wrote: from one on, up to another. */
  #written = $state.raw<[number, number]>([0, 0]);

  constructor(
    private connection: () => Connection,
    private news: () => News,
    private seatOf: (side: string | undefined) => number,
  ) {}

  /** What was told in this very moment. */
  get told(): LogLine[] {
    const { log, logFirst } = this.connection();
    return log.slice(Math.max(0, this.#written[0] - logFirst), Math.max(0, this.#written[1] - logFirst));
  }

  open(line = -1, plays = false): void {
    this.plays = plays;
    if (this.isOpen) {
      this.line = -1;
      queueMicrotask(() => (this.line = line));
    } else {
      this.line = line;
      this.isOpen = true;
    }
  }

  /** A moment has come, told in the lines of the log from one on; counters slide at the next step. */
  async show(view: SeatView, log: number, first: number, isNext: boolean): Promise<void> {
    const connection = this.connection();
    if (!isNext) this.news().forget();
    this.shown = { view, log };
    if (first < connection.logFirst) await connection.earlier(first);
    if (this.shown?.log !== log) return;
    this.#written = [first, log];
    if (isNext) this.news().replay(this.told, this.seatOf);
  }

  leave(): void {
    this.isOpen = false;
    this.plays = false;
    this.shown = null;
    this.#written = [0, 0];
    this.line = -1;
    this.news().forget();
  }
}
