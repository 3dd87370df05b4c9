import { describe, expect, it } from "vitest";
import { answersAt, choicesOf, mainOf, layers, liveHexes, patched, placesOf, valuesOf, type Facts } from "./model";
import type { Answer, Piece } from "./types";

const answer = (verb: string, kind: Answer["kind"], name = "", noun = 0): Answer => ({ verb, kind, name, noun, label: verb });
const facts: Facts = {
  stacks: { "1409": { side: "red", height: 3, hidden: 1, pieces: [{ id: "A", steps: 2, marks: [] }, { id: "B", steps: 1, marks: [] }] } },
};

describe("answers", () => {
  const choices = choicesOf([
    answer("move", "piece", "A", 1),
    answer("move", "piece", "B", 2),
    answer("stack", "hex", "1409", 7),
    { ...answer("done", "nothing"), is_main: true },
  ]);

  it("are found by the hex that a person clicks", () => {
    expect(answersAt(choices, "1409", facts.stacks?.["1409"]).map((one) => one.verb)).toEqual(["stack", "move", "move"]);
    expect(answersAt(choices, "1410", undefined)).toEqual([]);
    expect([...liveHexes(choices, placesOf(facts))]).toEqual(["1409"]);
  });

  it("have one that Space gives: the one that the game says closes something", () => {
    expect(mainOf(choices)?.verb).toBe("done");
    expect(mainOf(choicesOf([answer("top", "nothing"), { ...answer("stay", "nothing"), is_main: true }]))?.verb).toBe("stay");
    expect(mainOf(choicesOf([answer("free", "nothing")]))).toBeUndefined();
  });

  it("stand beside the board of a game that has no map", () => {
    expect(choicesOf([answer("to", "hex"), answer("move", "piece")], false).spoken.map((one) => one.verb)).toEqual(["to", "move"]);
  });
});

it("draws hidden counters at the bottom of a stack", () => {
  expect(layers(facts.stacks!["1409"]!).map((seen) => seen?.id ?? "?")).toEqual(["?", "A", "B"]);
});

it("reads the face that shows", () => {
  const faces = [
    { steps: 2, text: "6-4-10", values: [] },
    { steps: 1, text: "4-3-10", values: [] },
  ];
  const piece = { faces } as unknown as Piece;
  expect(valuesOf(piece, 2)).toBe("6-4-10");
  expect(valuesOf(piece, 1)).toBe("4-3-10");
});

it("applies the patches of a replay (RFC 7386)", () => {
  const before = { a: 1, b: { c: [1, 2], d: "x" } };
  expect(patched(before, { a: null, b: { c: [3] } })).toEqual({ b: { c: [3], d: "x" } });
  expect(before).toEqual({ a: 1, b: { c: [1, 2], d: "x" } });
});
