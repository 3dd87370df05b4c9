import { expect, test } from "vitest";
import { READABLE, detailOf, stepOf } from "./detail";
import { VALUES, fitted } from "../pieces/faces";

test("what is drawn grows with the scale", () => {
  expect([0.19, 0.44, 0.5, 0.8, 2].map(detailOf)).toEqual(["far", "middle", "middle", "near", "near"]);
});

test("values that are drawn are at least 11 pixels high", () => {
  for (const text of ["3-4-6", "4-3-10", "(10)3 8", "10-10-10"]) expect(fitted(text, VALUES.middle) * 1.2 * READABLE).toBeGreaterThanOrEqual(text.length > 7 ? 9 : 11);
});

test("steps of a scale lie below it, and not far", () => {
  for (const scale of [0.15, 0.19, 0.47, 1, 2.9]) {
    expect(stepOf(scale)).toBeLessThanOrEqual(scale + 1e-6);
    expect(stepOf(scale) * 1.21).toBeGreaterThan(scale);
  }
});
