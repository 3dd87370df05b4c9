// What is laid over the map: which overlays the game offers, which one is shown, and for whom.

import { untrack } from "svelte";
import { settings } from "../settings.svelte";
import type { Region, Tint } from "../map/Board.svelte";
import type { Arrow } from "../map/arrows";
import * as api from "./api";
import { said, type Model } from "./model";
import type { Overlay, OverlayInfo, OverlayPart } from "./types";

/** Where an overlay is asked for; read anew whenever any of it changes. */
export interface Where {
  table: string;
  token: string;
  seat: number | null;
  /** Counts what the seat has been shown; none before it has been shown anything. */
  version: number | undefined;
  model: Model | null;
  isPast: boolean;
  /** Whether more has happened than is shown: what lies over the map stays as it was until then. */
  isBehind: boolean;
  /** The hex pointed at; read only where it matters. */
  pointed: string;
  seatAt: (hex: string) => number;
  /** Whether a headquarters is seen in a hex. */
  isPost: (hex: string) => boolean;
}

interface Laid {
  info: OverlayInfo;
  found: Overlay;
  seat: number;
}

export class Overlays {
  offered = $state.raw<OverlayInfo[]>([]);
  chosen = $state("");
  /** Whose overlay is shown: a seat, or -1 for both. */
  whose = $state(-1);
  #all = $state.raw<Laid[]>([]);
  #near = $state.raw<Laid[]>([]);
  #asked = "";
  #stop = () => {};
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
    $effect(() => {
      this.#draw(where());
      return () => this.#stop();
    });
    $effect(() => this.#point(where()));
  }

  /** A button goes round: own side, the other, both, off. */
  cycle(id: string): void {
    const { seat, model } = this.where();
    const own = Math.max(0, seat ?? 0);
    const steps = [own, ...(model?.seats.map((_, one) => one).filter((one) => one !== own) ?? []), -1];
    const info = this.offered.find((one) => one.id === id);
    const isSided = info?.of === "side" && info.drawn !== "border";
    if (this.chosen !== id) [this.chosen, this.whose] = [id, isSided ? own : -1];
    else if (!isSided || this.whose === -1) this.chosen = "";
    else this.whose = steps[steps.indexOf(this.whose) + 1] ?? -1;
  }

  name(info: OverlayInfo): string {
    return said(info.names, settings.lang) || info.id;
  }

  /** What belongs to the hex pointed at, of the overlay chosen or of those that pointing brings up. */
  get part(): (Laid & { part: OverlayPart }) | null {
    const { pointed } = this.where();
    for (const laid of pointed ? [...this.#all, ...(this.#all.length ? [] : this.#near)] : [])
      for (const part of laid.found.parts ?? []) if (part.id === pointed) return { ...laid, part };
    return null;
  }

  /** What is said of the hex pointed at. */
  get words(): string[] {
    return this.part?.part.words ?? [];
  }

  get tints(): Tint[] {
    const one = this.part;
    const name = this.#name();
    if (one) return one.part.hexes.map((hex) => ({ hex: name(hex), kind: `hatch-${one.seat}` }));
    return this.#all
      .filter(({ info }) => info.drawn !== "border")
      .flatMap(({ info, found, seat }) => found.hexes.map((hex) => ({ hex: hex.id, kind: `${info.drawn === "fill" ? "side" : "hatch"}-${seat}`, text: hex.text })));
  }

  get regions(): Region[] {
    const one = this.part;
    if (one) return [{ hexes: new Set(one.part.hexes.map(this.#name())), seat: one.seat, isFront: false }];
    return this.#all
      .filter(({ info }) => info.drawn !== "hatch")
      .map(({ info, found, seat }) => ({ hexes: new Set(found.hexes.map((hex) => hex.id)), seat, isFront: info.drawn === "border" }));
  }

  get lines(): { hexes: string[]; seat: number }[] {
    if (this.part) return [];
    const name = this.#name();
    return this.#all.flatMap(({ found, seat }) => found.lines.map((way) => ({ hexes: way.map(name).filter(Boolean), seat })));
  }

  /** From whoever could attack to the hex pointed at. */
  get arrows(): Arrow[] {
    const { seatAt } = this.where();
    const name = this.#name();
    return (this.part?.part.lines ?? []).map((way): Arrow => ({ from: name(way[0] ?? -1), to: name(way.at(-1) ?? -1), seat: seatAt(name(way[0] ?? -1)), kind: "attack" }));
  }

  #name(): (hex: number) => string {
    const ids = this.where().model?.hexIds;
    return (hex) => ids?.get(hex) ?? "";
  }

  #ask(info: OverlayInfo, seats: number[]): Promise<Laid[]> {
    const { table, token, model } = this.where();
    return Promise.all(seats.map((seat) => api.overlay(table, token, info.id, { side: model?.seats[seat] ?? "", lang: settings.lang }).then((found) => ({ info, found, seat }))));
  }

  #draw({ model, isPast, isBehind, version }: Where): void {
    const info = this.offered.find((one) => one.id === this.chosen);
    if (info && isBehind && untrack(() => this.#all).some((one) => one.info === info)) return;
    if (!info || !model || isPast || isBehind || version === undefined) {
      this.#all = [];
      return;
    }
    const wanted = model.seats.map((_, seat) => seat).filter((seat) => this.whose < 0 || seat === this.whose);
    let isCurrent = true;
    this.#ask(info, wanted).then(
      (all) => isCurrent && (this.#all = all),
      () => isCurrent && (this.#all = []),
    );
    this.#stop = () => (isCurrent = false);
  }

  /** A headquarters is pointed at: what pointing brings up, asked for once for each position. */
  #point({ model, isPast, isBehind, version, pointed, seatAt, isPost }: Where): void {
    if (!model || isPast || isBehind || !pointed || this.chosen || !isPost(pointed)) return;
    const key = `${version} ${settings.lang} ${seatAt(pointed)}`;
    if (key === this.#asked) return;
    this.#asked = key;
    this.#near = [];
    for (const info of this.offered.filter((one) => one.is_pointed))
      this.#ask(info, [seatAt(pointed)]).then(
        (all) => key === this.#asked && (this.#near = [...this.#near, ...all]),
        () => (this.#asked = ""),
      );
  }
}
