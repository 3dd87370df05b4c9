// What a bot would do in one's place: asked for, shown, and followed answer by answer.

import * as api from "../game/api";
import type { Answer, Hint, LevelInfo } from "../game/types";
import type { Tint } from "../map/Board.svelte";
import { settings } from "../settings.svelte";

/** Who asks, and about what; read anew whenever any of it changes. */
export interface Asking {
  table: string;
  token: string;
  /** The levels that give hints at this table. */
  levels: LevelInfo[];
  /** The one that is asked where nobody chose another. */
  usual: string;
  version: number | undefined;
  isMine: boolean;
  /** Where each piece stands. */
  places: Map<string, string>;
}

export class Hints {
  level = $state("");
  told = $state.raw<Hint | null>(null);
  failure = $state("");
  busy = $state(false);
  /** The candidate that is pointed at. */
  pointed = $state(-1);
  #isFollowed = false;
  #lang = settings.lang;

  constructor(private asking: () => Asking) {
    $effect(() => {
      const { version, isMine } = asking();
      if (this.#lang !== settings.lang) this.close();
      if (!this.told || version === this.told.version) return;
      if (this.#isFollowed && isMine && version !== undefined) this.told = { ...this.told, version };
      else this.close();
      this.#isFollowed = false;
    });
  }

  get levels(): LevelInfo[] {
    return this.asking().levels;
  }

  get isOffered(): boolean {
    const { levels, isMine } = this.asking();
    return isMine && levels.length > 0;
  }

  get wanted(): string {
    const known = this.levels.map((one) => one.id);
    return [this.level, this.asking().usual].find((one) => known.includes(one)) ?? known.at(-1) ?? "";
  }

  async ask(): Promise<void> {
    const { table, token, version } = this.asking();
    if (!this.isOffered || this.busy) return;
    this.close();
    this.busy = true;
    this.#lang = settings.lang;
    try {
      const told = await api.hint(table, token, settings.lang, this.wanted);
      if (told.version === this.asking().version) this.told = told;
    } catch (error) {
      if (version === this.asking().version) this.failure = (error as Error).message;
    } finally {
      this.busy = false;
    }
  }

  close(): void {
    this.told = null;
    this.failure = "";
    this.pointed = -1;
  }

  /** An answer was given: where it is what the hint says, the rest of the hint goes on. */
  follow(given: Answer): void {
    const [first, ...rest] = this.told?.answers ?? [];
    if (this.told && first && rest.length && first.verb === given.verb && first.noun === given.noun) {
      this.told = { ...this.told, answers: rest };
      this.#isFollowed = true;
    } else this.close();
  }

  /** The hexes that the hint is about, to be marked on the map. */
  get tints(): Tint[] {
    if (!this.told) return [];
    const { places } = this.asking();
    const hexes = (one: { hexes: string[]; pieces: string[] }) => [...one.hexes, ...one.pieces.map((piece) => places.get(piece) ?? "")].filter(Boolean);
    const wanted = new Set(this.told.answers.flatMap(hexes));
    const pointed = this.told.candidates[this.pointed];
    const others = new Set(pointed ? hexes(pointed).filter((hex) => !wanted.has(hex)) : []);
    return [...[...wanted].map((hex) => ({ hex, kind: "hint" })), ...[...others].map((hex) => ({ hex, kind: "hint-other" }))];
  }
}
