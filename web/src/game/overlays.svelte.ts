// What is laid over the map: which overlays the game offers, which one is shown, and for whom.

import { settings } from "../settings.svelte";
import type { Tint } from "../map/Board.svelte";
import * as api from "./api";
import { said, type Model } from "./model";
import type { OverlayInfo } from "./types";

/** Where an overlay is asked for; read anew whenever any of it changes. */
export interface Where {
  table: string;
  token: string;
  seat: number | null;
  /** Counts what the seat has been shown; none before it has been shown anything. */
  version: number | undefined;
  model: Model | null;
  isPast: boolean;
}

export class Overlays {
  offered = $state.raw<OverlayInfo[]>([]);
  chosen = $state("");
  /** Whose overlay is shown: a seat, or -1 for both. */
  whose = $state(-1);
  tints = $state.raw<Tint[]>([]);
  lines = $state.raw<{ hexes: string[]; seat: number }[]>([]);

  #isAsked = false;

  constructor(private where: () => Where) {
    $effect(() => {
      const { table, token, version } = where();
      if (version === undefined || this.#isAsked) return;
      this.#isAsked = true;
      api.overlays(table, token).then(
        (found) => (this.offered = found),
        () => (this.offered = []),
      );
    });
    $effect(() => this.#draw(where()));
  }

  /** A button goes round: own side, the other, both, off. */
  cycle(id: string): void {
    const { seat, model } = this.where();
    const own = Math.max(0, seat ?? 0);
    const steps = [own, ...(model?.seats.map((_, one) => one).filter((one) => one !== own) ?? []), -1];
    const isSided = this.offered.find((one) => one.id === id)?.of === "side";
    if (this.chosen !== id) [this.chosen, this.whose] = [id, isSided ? own : -1];
    else if (!isSided || this.whose === -1) this.chosen = "";
    else this.whose = steps[steps.indexOf(this.whose) + 1] ?? -1;
  }

  name(info: OverlayInfo): string {
    return said(info.names, settings.lang) || info.id;
  }

  #draw({ table, token, model, isPast }: Where): void {
    const info = this.offered.find((one) => one.id === this.chosen);
    if (!info || !model || isPast) {
      this.#clear();
      return;
    }
    const wanted = model.seats.map((side, seat) => ({ side, seat })).filter(({ seat }) => this.whose < 0 || seat === this.whose);
    const asked = wanted.map(({ side, seat }) => api.overlay(table, token, info.id, { side }).then((found) => ({ found, seat })));
    void Promise.all(asked).then(
      (all) => {
        const kind = info.drawn === "fill" ? "side" : "hatch";
        this.tints = all.flatMap(({ found, seat }) => found.hexes.map((one) => ({ hex: one.id, kind: `${kind}-${seat}`, text: one.text })));
        this.lines = all.flatMap(({ found, seat }) => found.lines.map((way) => ({ hexes: way.map((hex) => model.hexIds.get(hex) ?? "").filter(Boolean), seat })));
      },
      () => this.#clear(),
    );
  }

  #clear(): void {
    this.tints = [];
    this.lines = [];
  }
}
