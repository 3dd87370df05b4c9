import { expect, it } from "vitest";
import { fill, KEYS, say, sentences } from "./texts";

it("says the same facts in both languages", () => {
  const facts = (sentence: string) => [...sentence.matchAll(/\{(\w+)\}/g)].map((found) => found[1]).sort();
  for (const key of KEYS) {
    const [english, french] = sentences(key);
    expect(facts(french), key).toEqual(facts(english));
    expect(french.trim(), key).not.toBe("");
  }
});

it("chooses the form that goes with a number, in French the singular for 0 too", () => {
  const told = (lang: "en" | "fr", losses: number) => say(lang, "recap.losses", { losses });
  expect(told("en", 1)).toBe("1 loss");
  expect(told("en", 0)).toBe("0 losses");
  expect(told("fr", 0)).toBe("0 perte");
  expect(told("fr", 2)).toBe("2 pertes");
});

it("fills in facts", () => {
  expect(fill("en", "kept: {now} {now:point|points}", { now: -1 })).toBe("kept: −1 point");
  expect(say("fr", "forces.turn", { turn: 2, turns: 6 })).toBe("Tour 2 sur 6");
});
