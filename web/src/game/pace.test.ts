import { expect, it } from "vitest";
import { SPEEDS, isSpeed, timeFor, wayTime } from "./pace";
import type { LogLine } from "./types";

const line = (facts: Partial<LogLine>): LogLine => ({ text: "", rule: "", kind: "", act: "note", ...facts });

it("gives a throw more time than a move, and a long way more than a short one", () => {
  const short = timeFor([line({ act: "move", hexes: ["0101", "0102"] })], "normal");
  const long = timeFor([line({ act: "move", hexes: ["0101", "0102", "0103", "0104"] })], "normal");
  const thrown = timeFor([line({ act: "fight", dice: [3] })], "normal");
  expect(short).toBeGreaterThan(0);
  expect(long).toBeGreaterThan(short);
  expect(thrown).toBeGreaterThan(long);
  expect(long).toBe(wayTime(4, "normal"));
});

it("takes no time for what is only said, and none at all at once", () => {
  expect(timeFor([line({ act: "segment" })], "slow")).toBe(0);
  expect(timeFor([line({ act: "fight", dice: [3] }), line({ act: "move", hexes: ["0101", "0102"] })], "once")).toBe(0);
});

it("knows its speeds", () => {
  expect(SPEEDS.every(isSpeed)).toBe(true);
  expect(isSpeed("warp")).toBe(false);
});
