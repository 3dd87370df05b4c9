import { expect, it } from "vitest";
import { average, chanceOf } from "./play/odds";
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

it("weighs results by their chance", () => {
  expect(chanceOf("1/6")).toBeCloseTo(0.1667, 3);
  expect(average([{ outcome: "1/0", chance: 0.5 }, { outcome: "0/2", chance: 0.5 }])).toEqual({ attacker: 0.5, defender: 1, margin: 0.5 });
});
