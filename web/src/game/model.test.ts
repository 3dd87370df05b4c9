import { describe, expect, it } from "vitest";
import { answersAt, choicesOf, closing, layers, liveHexes, patched, placesOf, valuesOf } from "./model";
import type { Answer, Facts, Piece } from "./types";

const answer = (verb: string, kind: Answer["kind"], name = "", noun = 0): Answer => ({ verb, kind, name, noun, label: verb });
const facts: Facts = {
  stacks: { "1409": { side: "german", height: 3, hidden: 1, pieces: [{ id: "A", steps: 2, marks: [] }, { id: "B", steps: 1, marks: [] }] } },
};

describe("answers", () => {
  const choices = choicesOf([
    answer("move", "piece", "A", 1),
    answer("move", "piece", "B", 2),
    answer("stack", "hex", "1409", 7),
    answer("done", "nothing"),
  ]);

  it("are found by the hex that a person clicks", () => {
    expect(answersAt(choices, "1409", facts.stacks?.["1409"]).map((one) => one.verb)).toEqual(["stack", "move", "move"]);
    expect(answersAt(choices, "1410", undefined)).toEqual([]);
    expect([...liveHexes(choices, placesOf(facts))]).toEqual(["1409"]);
  });

  it("have one that Space gives", () => {
    expect(closing(choices)?.verb).toBe("done");
    expect(closing(choicesOf([answer("top", "nothing"), answer("stay", "nothing")]))?.verb).toBe("stay");
    expect(closing(choicesOf([answer("retreat", "number", "0"), answer("retreat", "number", "1", 1)]))).toBeUndefined();
  });
});

it("draws hidden counters at the bottom of a stack", () => {
  expect(layers(facts.stacks!["1409"]!).map((seen) => seen?.id ?? "?")).toEqual(["?", "A", "B"]);
});

it("reads the face that shows", () => {
  const piece = {
    support: null,
    range: null,
    faces: [
      { steps: 2, attack: 6, defence: 4, movement: 10 },
      { steps: 1, attack: 4, defence: 3, movement: 10 },
    ],
  } as unknown as Piece;
  expect(valuesOf(piece, 2)).toBe("6-4-10");
  expect(valuesOf(piece, 1)).toBe("4-3-10");
  const headquarters = { support: 6, range: 3, faces: [{ steps: 1, attack: null, defence: null, movement: 8 }] } as unknown as Piece;
  expect(valuesOf(headquarters, 1)).toBe("(6) 3 8");
});

it("applies the patches of a replay (RFC 7386)", () => {
  const before = { a: 1, b: { c: [1, 2], d: "x" } };
  expect(patched(before, { a: null, b: { c: [3] } })).toEqual({ b: { c: [3], d: "x" } });
  expect(before).toEqual({ a: 1, b: { c: [1, 2], d: "x" } });
});
