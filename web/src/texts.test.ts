import { expect, it } from "vitest";
import { KEYS, say, sentences } from "./texts";

it("says the same facts in both languages", () => {
  const facts = (sentence: string) => [...sentence.matchAll(/\{(\w+)\}/g)].map((found) => found[1]).sort();
  for (const key of KEYS) {
    const [english, french] = sentences(key);
    expect(facts(french), key).toEqual(facts(english));
    expect(french.trim(), key).not.toBe("");
  }
});

it("chooses the form that goes with a number, in French the singular for 0 too", () => {
  const told = (lang: "en" | "fr", moves: number) => say(lang, "recap.counts", { moves, fights: 1, losses: 0 });
  expect(told("en", 1)).toBe("1 move, 1 combat, 0 losses");
  expect(told("en", 2)).toBe("2 moves, 1 combat, 0 losses");
  expect(told("fr", 0)).toBe("0 mouvement, 1 combat, 0 perte");
  expect(told("fr", 2)).toBe("2 mouvements, 1 combat, 0 perte");
});

it("fills in facts", () => {
  expect(say("fr", "forces.turn", { turn: 2, turns: 6 })).toBe("Tour 2 sur 6");
});
