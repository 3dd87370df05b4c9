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

it("fills in facts", () => {
  expect(say("fr", "forces.turn", { turn: 2, turns: 6 })).toBe("Tour 2 sur 6");
});
