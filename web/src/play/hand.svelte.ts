// What a person points at and picks up on the map, and the answers that come of it.

import * as api from "../game/api";
import { untrack } from "svelte";
import { answersAt, gathering, type Choices, type Facts } from "../game/model";
import type { Answer, Reason, Update } from "../game/types";
import { screen } from "../screen.svelte";
import { settings, t } from "../settings.svelte";
import { KeyGuard } from "./guard";

/** What lies on the table; read anew whenever any of it changes. */
export interface Lying {
  table: string;
  token: string;
  facts: Facts;
  choices: Choices;
  update: Update | null;
  isPast: boolean;
  /** Whether the map is too small for the values of counters to be read. */
  isFar: boolean;
  /** Whether an answer is on its way. */
  isWaiting: boolean;
  nameOf: (piece: string) => string;
}

/** How long a pointer rests on a stack before it spreads out, how long that waits for the pointer to
 * come over, and how long a refusal stays. */
const REST = 420;
const LEAVE = 500;
const STAY = 9000;

/** What is to follow an answer: this very one, the hex that something is brought to, or all who may join from a stack. */
type Following = { answer: Answer } | { hex: string } | { stack: string };

export class Hand {
  selected = $state("");
  hovered = $state("");
  /** The hex that the pointer has rested on for a while. */
  resting = $state("");
  /** The stack that is spread out. */
  fan = $state("");
  cursor = $state("");
  /** The hex that was touched and said to hurt. */
  touched = $state("");
  refusals = $state.raw<Reason[] | null>(null);
  /** An answer that would end something with things left to do, until it is confirmed. */
  ending = $state.raw<Answer | null>(null);
  readonly guard = new KeyGuard();
  /** Whether the pointer is on the stack that is spread out. */
  isHeld = $state(false);
  /** Answers that follow the one that was given, as soon as they are asked for. */
  #following: Following[] = [];
  /** Those who were to join and could no more when it was their turn. */
  #missed: string[] = [];
  /** A hex where something was answered: its stack spreads out again once the pointer has left it. */
  #quiet = "";

  constructor(
    private lying: () => Lying,
    private ongive: (choice: Answer) => void,
  ) {
    $effect(() => {
      if (!this.refusals) return;
      const timer = setTimeout(() => (this.refusals = null), STAY);
      return () => clearTimeout(timer);
    });
    $effect(() => {
      void settings.lang;
      this.refusals = null;
    });
    $effect(() => {
      // A fan with nothing left to choose closes by itself.
      const { choices, facts, update } = lying();
      if (this.fan && update?.prompt.is_mine && update.answers.length && answersAt(choices, this.fan, facts.stacks?.[this.fan]).length === 0) this.fan = "";
    });
    $effect(() => {
      void lying().update?.version;
      this.ending = null;
      // On a phone it would lie over the places where what was picked up can go.
      const { choices } = untrack(lying);
      if (!screen.isWide && [...choices.hexes.values()].some((all) => all.some((one) => one.cost !== undefined))) this.fan = "";
      this.guard.asked(performance.now());
    });
    $effect(() => {
      const { hovered: hex, isHeld } = this;
      if (isHeld) return;
      const { facts, isFar } = lying();
      const isStack = hex !== "" && (facts.stacks?.[hex]?.height ?? 0) >= (isFar ? 1 : 2);
      const resting = untrack(() => this.resting);
      if (hex !== this.#quiet) this.#quiet = "";
      if ((resting && hex === resting) || this.#quiet) return;
      const timers = resting ? [setTimeout(() => this.resting === resting && (this.resting = ""), LEAVE)] : [];
      if (isStack) timers.push(setTimeout(() => (this.resting = hex), REST));
      return () => timers.forEach((timer) => clearTimeout(timer));
    });
    $effect(() => {
      const { update, isWaiting } = lying();
      if (update && !isWaiting && this.#following.length) untrack(() => this.#follow(update));
    });
  }

  answer(choice: Answer): void {
    const { update, isWaiting } = this.lying();
    if (!update?.prompt.is_mine || isWaiting || !this.guard.allows(performance.now())) return;
    this.refusals = null;
    this.#following = [];
    this.#missed = [];
    this.#quiet = this.hovered;
    this.resting = "";
    this.isHeld = false;
    if (choice.left?.length && settings.asksBeforeEnding) this.ending = choice;
    else this.ongive(choice);
  }

  /** End it all the same, or go on. */
  decide(isEnd: boolean): void {
    const choice = this.ending;
    if (!choice || !this.guard.allows(performance.now())) return;
    this.ending = null;
    if (isEnd) this.ongive(choice);
  }

  /** Give several answers in a row: all who join, or all of a stack. */
  gather(answers: readonly Answer[]): void {
    const [first, ...rest] = answers;
    if (!first) return;
    this.fan = "";
    this.answer(first);
    this.#following = rest.map((answer) => ({ answer }));
  }

  /** The whole of a stack: all that may join, or the stack as one where the game offers that. */
  whole(hex: string): void {
    const { facts, choices } = this.lying();
    const joining = gathering(choices, hex, facts.stacks?.[hex]);
    const asOne = (choices.hexes.get(hex) ?? [])[0];
    if (joining.length) this.gather(joining);
    else if (asOne && this.#isFight(asOne)) this.fan = hex;
    else if (asOne) {
      this.fan = "";
      this.answer(asOne);
    } else this.#lead(hex);
  }

  /** The top of a stack is picked up, and all of the stack that may go with it. */
  #lead(hex: string): void {
    const { facts, choices } = this.lying();
    const offered = answersAt(choices, hex, facts.stacks?.[hex]);
    const first = offered.length > 1 ? offered.at(-1) : undefined;
    if (!first || first.throws || first.closes !== undefined) return;
    this.fan = "";
    this.answer(first);
    this.#following = [{ stack: hex }];
  }

  /** Whether dice are thrown against somebody in a hex: a click there is not enough, the stack spreads out with a button that says so. */
  #isFight(answer: Answer): boolean {
    return Boolean(answer.throws && answer.kind === "hex" && this.lying().facts.stacks?.[answer.name]);
  }

  /** Whether something in a hex could be picked up and brought elsewhere. */
  canCarry(hex: string): boolean {
    const { facts, choices, update, isPast, isWaiting } = this.lying();
    if (!update?.prompt.is_mine || isPast || isWaiting) return false;
    return answersAt(choices, hex, facts.stacks?.[hex]).some((one) => !one.gathers && one.closes === undefined && !one.throws);
  }

  /** A counter was dragged: pick up the stack, or what lies on top of it, and bring it there. */
  carry(from: string, to: string): void {
    const { facts, choices } = this.lying();
    const offered = answersAt(choices, from, facts.stacks?.[from]);
    const picked = offered.find((one) => one.kind === "hex") ?? offered.at(-1);
    if (!picked || !to || to === from) return;
    this.fan = "";
    this.selected = this.cursor = to;
    this.answer(picked);
    this.#following = [{ hex: to }];
  }

  #follow(update: Update): void {
    if (!update.prompt.is_mine) return void (this.#following = []);
    const next = this.#following.shift();
    if (!next) return;
    if ("stack" in next) {
      const { choices, facts } = this.lying();
      this.#following = gathering(choices, next.stack, facts.stacks?.[next.stack]).map((answer) => ({ answer }));
      return this.#follow(update);
    }
    const isSame = (one: Answer) => ("hex" in next ? one.kind === "hex" && one.name === next.hex : one.verb === next.answer.verb && one.noun === next.answer.noun);
    const found = update.answers.find(isSame);
    if (found && !("hex" in next && (found.warns?.length || this.#isFight(found)))) this.ongive(found);
    else if ("hex" in next) {
      if (found && this.#isFight(found)) this.fan = next.hex;
      else if (found) this.touched = next.hex;
      else void this.#ask(next.hex);
    } else {
      this.#missed.push(next.answer.name);
      this.#follow(update);
    }
    if (!this.#following.length && this.#missed.length) void this.#explain(this.#missed.splice(0));
  }

  /** Say why some did not join, those alike together. */
  async #explain(pieces: string[]): Promise<void> {
    const { table, token, nameOf } = this.lying();
    const said = await Promise.all(pieces.map((piece) => api.why(table, token, settings.lang, { piece }).catch(() => null)));
    const found = new Map<string, { rule: string; text: string; names: string[] }>();
    said.forEach((one, place) => {
      for (const { rule, text } of one?.reasons ?? []) {
        const known = found.get(rule + text) ?? { rule, text, names: [] };
        known.names.push(nameOf(pieces[place] ?? ""));
        found.set(rule + text, known);
      }
    });
    if (found.size) this.refusals = [...found.values()].map(({ rule, text, names }) => ({ rule, text: `${names.join(", ")}${t("app.says")}${text}` }));
  }

  /** What going to the hex that is pointed at would hurt. */
  get warned(): Answer[] {
    const { choices, isPast } = this.lying();
    return isPast ? [] : (choices.hexes.get(this.hovered || this.cursor) ?? []).filter((one) => one.warns?.length);
  }

  /** A hex was clicked, or chosen with the keys. */
  pick(hex: string): void {
    this.refusals = null;
    if (!hex) {
      this.fan = "";
      this.selected = "";
      return;
    }
    const { facts, choices, update, isPast } = this.lying();
    const isTold = this.hovered === hex || this.cursor === hex;
    this.selected = this.cursor = hex;
    const offered = answersAt(choices, hex, facts.stacks?.[hex]);
    if (this.fan && this.fan === hex) this.fan = "";
    else if (offered.some((one) => this.#isFight(one))) {
      // The key that spreads it out does not press the button too.
      if (this.guard.allows(performance.now())) this.fan = hex;
    } else if (offered.length === 1 && offered[0]) {
      this.fan = "";
      // A finger cannot point without touching: what hurts is said at the first touch, done at the second.
      if (isTold || !offered[0].warns?.length) this.answer(offered[0]);
      else this.touched = hex;
    } else if (offered.length > 1) this.fan = hex;
    else {
      this.fan = (facts.stacks?.[hex]?.height ?? 0) > 1 && !update?.prompt.is_mine ? hex : "";
      if (update?.prompt.is_mine && !isPast) void this.#ask(hex);
    }
  }

  async #ask(hex: string): Promise<void> {
    const { table, token } = this.lying();
    try {
      const said = await api.why(table, token, settings.lang, { hex });
      this.refusals = said.reasons.length ? said.reasons : [{ rule: "", text: t("why.none") }];
    } catch {
      this.refusals = null;
    }
  }
}
