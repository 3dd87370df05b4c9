import { expect, test } from "vitest";
import { border } from "./regions";

test("the line around one hex has its six sides", () => {
  const only = new Set(["0505"]);
  expect(border(only, (hex) => !only.has(hex)).match(/M/g)).toHaveLength(1);
});

test("a front runs only where the two sets meet", () => {
  const [one, other] = [new Set(["0505", "0506"]), new Set(["0605"])];
  const front = border(one, (hex) => other.has(hex));
  expect(front.match(/M/g)).toHaveLength(1);
  expect(border(one, () => false)).toBe("");
});
