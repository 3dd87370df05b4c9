// What has happened since one last looked: who went where, and what the dice said.

import { untrack } from "svelte";
import { calm, settings } from "../settings.svelte";
import { play } from "../sound";
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
  /** The length of the log when one last answered; -1 for whoever never did. */
  since: number;
  /** Bring earlier lines of the log, back to one. */
  onearlier: (line: number) => void;
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

/** What another side does of its own accord, and not in answer to an attack. */
const OWN_DOING = ["move", "enter", "fight"];
const MOST_SAID = 4;
/** Milliseconds that a die rolls. */
export const ROLL = 700;
const MOST_MOVES = 12;
const MOST_ARROWS = 20;

/** Whether a line is told again: what others did, and what they brought upon one. */
const isOthers = (line: LogLine, side: string) => Boolean(line.side) && (line.side !== side || line.act === "loss");

export class News {
  arrows = $state.raw<Arrow[]>([]);
  thrown = $state.raw<LogLine[]>([]);
  /** The line of the log that tells of the last battle; -1 once it is put away. */
  #battle = $state(-1);
  slides = $state.raw<Slide[]>([]);
  /** What happened last, in words, for whoever listens. */
  said = $state.raw<string[]>([]);
  /** What is told again of the other side: the lines of the log from one's last answer on. */
  #since = $state.raw<{ first: number; total: number } | null>(null);
  #slid = 0;
  #rolling: ReturnType<typeof setTimeout> | undefined;
  #wasMine = false;
  #before = new Map<string, string>();
  #segment: string | undefined;
  #lines = -1;

  constructor(private seen: () => Seen) {
    $effect(() => this.#compare(seen()));
    $effect(() => this.#read(seen()));
    $effect(() => this.#recall(seen()));
  }

  /** The last battle as it was fought, until it is put away. */
  fought = $derived.by<Reckoning | null>(() => {
    const { log, logFirst } = this.seen();
    return log[this.#battle - logFirst]?.fought ?? null;
  });

  /** What the other side did since one's last answer, and the line at which it begins. */
  recap = $derived.by<{ first: number; lines: LogLine[] } | null>(() => {
    if (!this.#since) return null;
    const { log, logFirst, side } = this.seen();
    const { first, total } = this.#since;
    return { first, lines: log.slice(Math.max(0, first - logFirst), Math.max(0, total - logFirst)).filter((line) => isOthers(line, side)) };
  });

  /** Put the last battle away. */
  closeBattle(): void {
    clearTimeout(this.#rolling);
    this.#battle = -1;
  }

  /** Show a battle; while its die rolls, nothing tells what it will come to. */
  #fight(line: number): void {
    clearTimeout(this.#rolling);
    if (calm() || settings.speed === "once") this.#battle = line;
    else this.#rolling = setTimeout(() => (this.#battle = line), ROLL);
  }

  /** Put away what the other side did. */
  closeRecap(): void {
    this.#since = null;
  }

  /** One's own answer: what came before it is no news any more. */
  clear(isFighting: boolean): void {
    this.arrows = [];
    this.thrown = [];
    if (!isFighting) this.closeBattle();
  }

  /** Another moment, or another seat: nothing is compared with what was seen before. */
  forget(isNewSeat = false): void {
    this.#before = new Map();
    this.closeBattle();
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
  #recall({ log, logFirst, isReady, isPast, isMine, side, since, onearlier }: Seen): void {
    if (!isReady || isPast) return;
    const told = untrack(() => this.#since);
    if (told && told.first < logFirst) return untrack(() => onearlier(told.first));
    if (isMine && !this.#wasMine && since >= 0) {
      if (since < logFirst) return untrack(() => onearlier(since));
      const lines = log.slice(since - logFirst).filter((line) => isOthers(line, side));
      if (lines.length) play("turn", settings.sounds);
      if (lines.some((line) => line.side !== side && OWN_DOING.includes(line.act))) this.#since = { first: since, total: logFirst + log.length };
    }
    this.#wasMine = isMine;
  }

  /** A moment of a replay: let its counters go their way. */
  replay(lines: LogLine[], seatOf: Seen["seatOf"]): void {
    this.#slide(lines, seatOf);
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

  /** Of a battle that goes on, as one comes back to it, the die that was thrown for it. */
  #resume({ facts, log, logFirst }: Seen): void {
    const last = log.reduce((found, line, place) => (line.fought ? place : found), -1);
    const fought = log[last]?.fought;
    const { battle } = facts;
    if (!battle || !fought?.throw || fought.targets.join() !== battle.targets.join()) return;
    if (battle.attackers.every((piece) => fought.attackers.includes(piece))) this.#battle = logFirst + last;
  }

  #read(seen: Seen): void {
    const { log, logFirst, isReady, isPast, seatOf } = seen;
    if (!isReady) return;
    const written = logFirst + log.length;
    if (this.#lines < 0 && !isPast) untrack(() => this.#resume(seen));
    if (this.#lines >= 0 && written > this.#lines && !isPast) {
      const lines = log.slice(Math.max(0, this.#lines - logFirst));
      const dice = lines.filter((line) => line.dice?.length);
      const battle = lines.reduce((found, line, place) => (line.fought?.throw ? place : found), -1);
      if (battle >= 0) this.#fight(written - lines.length + battle);
      untrack(() => this.#slide(lines, seatOf));
      if (dice.length) this.thrown = dice.slice(-3);
      if (dice.length) play("die", settings.sounds);
      else if (lines.some(isWay)) play("move", settings.sounds);
      if (lines.length) this.said = lines.slice(-MOST_SAID).map((line) => line.text);
    }
    this.#lines = written;
  }
}
