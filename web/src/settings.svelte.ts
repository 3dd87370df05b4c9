// What a person has chosen on this device.

import { newToken } from "./game/api";
import { themeOf, wear } from "./map/theme";
import { isSpeed, type Speed } from "./game/pace";
import type { Lang } from "./game/types";
import { known, say, type TextKey } from "./texts";

const stored = (key: string): string => {
  try {
    return localStorage.getItem(`grognard.${key}`) ?? "";
  } catch {
    return "";
  }
};

const store = (key: string, value: string): void => {
  try {
    localStorage.setItem(`grognard.${key}`, value);
  } catch {
    // A browser that stores nothing still plays.
  }
};

function firstLanguage(): Lang {
  const wanted = new URLSearchParams(location.search).get("lang");
  const asked = wanted || stored("lang") || navigator.language;
  const lang = asked.toLowerCase().startsWith("fr") ? "fr" : "en";
  if (wanted) store("lang", lang);
  return lang;
}

function firstSpeed(): Speed {
  const wanted = stored("speed");
  if (isSpeed(wanted)) return wanted;
  return calm() ? "once" : "normal";
}

const DARK = "(prefers-color-scheme: dark)";
const CONTRAST = "(prefers-contrast: more)";

export interface KnownTable {
  table: string;
  game: string;
  title: string;
  tokens: string[];
  sides: string[];
  created: string;
}

class Settings {
  lang = $state<Lang>(firstLanguage());
  tables = $state.raw<KnownTable[]>(parse(stored("tables")));

  speak(lang: Lang): void {
    this.lang = lang;
    document.documentElement.lang = lang;
    store("lang", lang);
  }

  remember(table: KnownTable): void {
    this.tables = [table, ...this.tables.filter((one) => one.table !== table.table)].slice(0, 40);
    store("tables", JSON.stringify(this.tables));
  }

  /** Keep the tokens of seats on this device; whether it does keep anything. */
  hold(table: string, tokens: string[]): boolean {
    const known = this.tables.find((one) => one.table === table) ?? { table, game: "", title: "", tokens, sides: [], created: new Date().toISOString() };
    this.remember({ ...known, tokens });
    return stored("tables").includes(JSON.stringify(tokens));
  }

  /** The address of a table; a browser that stores nothing keeps the tokens there. */
  link(table: string, tokens: string[]): string {
    if (!tokens.length) return `/watch/${table}`;
    return this.hold(table, tokens) ? `/play/${table}` : `/play/${table}#${tokens.join(",")}`;
  }

  /** The token that this device offers for an invitation, the same one each time. */
  tokenFor(invitation: string): string {
    const key = `join.${invitation.slice(0, 12)}`;
    const token = stored(key) || newToken();
    store(key, token);
    return token;
  }

  forget(table: string): void {
    this.tables = this.tables.filter((one) => one.table !== table);
    store("tables", JSON.stringify(this.tables));
  }

  /** How this person wants to set up at a table: read, or with `wanted` remembered. */
  setupOf(table: string, wanted?: string): string {
    if (wanted !== undefined) store(`setup.${table}`, wanted);
    return wanted ?? stored(`setup.${table}`);
  }

  /** Whether to ask before something is ended with things left to do. */
  #asks = $state(stored("asks") !== "no");

  get asksBeforeEnding(): boolean {
    return this.#asks;
  }

  set asksBeforeEnding(wanted: boolean) {
    this.#asks = wanted;
    store("asks", wanted ? "yes" : "no");
  }

  /** How fast others are followed; who wants no motion sees all at once, until told otherwise. */
  #speed = $state<Speed>(firstSpeed());

  get speed(): Speed {
    return this.#speed;
  }

  set speed(wanted: Speed) {
    this.#speed = wanted;
    store("speed", wanted);
  }

  /** The theme of the board, or none: what the system asks for. */
  #theme = $state(stored("theme"));

  get theme(): string {
    return this.#theme;
  }

  set theme(wanted: string) {
    this.#theme = wanted;
    store("theme", wanted);
    this.#wear();
  }

  /** Wear the theme, and follow the system when it changes its mind. */
  dress(): void {
    for (const query of [DARK, CONTRAST]) matchMedia(query).addEventListener("change", () => this.#wear());
    this.#wear();
  }

  #wear(): void {
    wear(themeOf(this.#theme, matchMedia(DARK).matches, matchMedia(CONTRAST).matches));
  }

  /** How wide the panel beside the map is, in pixels, and whether it is folded away. */
  #panel = $state(Number(stored("panel")) || Math.round(Math.max(300, Math.min(380, (globalThis.innerWidth ?? 1280) * 0.3))));
  #folded = $state(stored("folded") === "yes");

  get panel(): number {
    return this.#panel;
  }

  set panel(wanted: number) {
    this.#panel = wanted;
    store("panel", String(wanted));
  }

  get isFolded(): boolean {
    return this.#folded;
  }

  set isFolded(wanted: boolean) {
    this.#folded = wanted;
    store("folded", wanted ? "yes" : "no");
  }

  /** Whether there are sounds. */
  #sounds = $state(stored("sounds") === "yes");

  get sounds(): boolean {
    return this.#sounds;
  }

  set sounds(wanted: boolean) {
    this.#sounds = wanted;
    store("sounds", wanted ? "yes" : "no");
  }

  get wantsGuide(): boolean {
    return stored("guide") === "yes";
  }

  set wantsGuide(wanted: boolean) {
    store("guide", wanted ? "yes" : "no");
  }
}

function parse(text: string): KnownTable[] {
  try {
    return JSON.parse(text || "[]") as KnownTable[];
  } catch {
    return [];
  }
}

export const settings = new Settings();

/** A sentence in the language chosen. */
export function t(key: TextKey, facts: Record<string, string | number> = {}): string {
  return say(settings.lang, key, facts);
}

/** What the client calls a word of a game; the word itself where it has none for it. */
export function named(kind: string, word: string): string {
  const key = `${kind}.${word}`;
  return known(key) ? t(key) : word;
}

export function calm(): boolean {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}
