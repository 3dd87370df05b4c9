import { expect, test } from "vitest";
import { symbolKey, symbolMarkup, symbolsOf } from "./symbols";

const KINDS = ["infantry", "motorised", "cavalry", "armour", "heavy-armour", "assault-gun", "armoured-car", "armoured-train", "artillery", "rocket", "anti-tank", "anti-aircraft", "engineer", "mountain", "naval-infantry", "coastal", "headquarters"];

test("kinds that the contract names look different, but for those that are one arm", () => {
  expect(new Set(KINDS.map((kind) => symbolMarkup(kind, "II"))).size).toBe(KINDS.length);
  expect(symbolMarkup("militia", "")).toBe(symbolMarkup("infantry", ""));
});

test("each size has its marks, and an unknown kind an empty frame", () => {
  expect(new Set(["", "I", "II", "III", "X", "XX", "XXX"].map((size) => symbolMarkup("infantry", size))).size).toBe(7);
  expect(symbolMarkup("balloon", "")).toBe(symbolMarkup("headquarters", ""));
});

test("each symbol is made once, and ships have none", () => {
  const made = symbolsOf([{ symbol: "infantry", size: "X" }, { symbol: "infantry", size: "X" }, { symbol: "ship", size: "" }]);
  expect([...made.keys()]).toEqual([symbolKey("infantry", "X")]);
});
