// What a person points at and picks up on the map, and the answers that come of it.

import * as api from "../game/api";
import { answersAt, type Choices, type Facts } from "../game/model";
import type { Answer, Reason, Update } from "../game/types";
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
  /** Whether an answer is on its way. */
  isWaiting: boolean;
}

/** How long a pointer rests on a stack before it spreads out, and how long a refusal stays. */
const REST = 420;
const STAY = 9000;

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
      // A fan with nothing left to choose closes by itself.
      const { choices, facts, update } = lying();
      if (this.fan && update?.prompt.is_mine && update.answers.length && answersAt(choices, this.fan, facts.stacks?.[this.fan]).length === 0) this.fan = "";
    });
    $effect(() => {
      void lying().update?.version;
      this.ending = null;
      this.guard.asked(performance.now());
    });
    $effect(() => {
      const hex = this.hovered;
      this.resting = "";
      if (!hex || (lying().facts.stacks?.[hex]?.height ?? 0) < 2) return;
      const timer = setTimeout(() => (this.resting = hex), REST);
      return () => clearTimeout(timer);
    });
  }

  answer(choice: Answer): void {
    const { update, isWaiting } = this.lying();
    if (!update?.prompt.is_mine || isWaiting || !this.guard.allows(performance.now())) return;
    this.refusals = null;
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
    else if (offered.length === 1 && offered[0]) {
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
