import { describe, expect, it } from "vitest";
import { coverage, frameOf, loops } from "./areas";
import { chains } from "./curves";
import type { Point } from "./grid";

const segment = (a: [number, number], b: [number, number]) => ({
  ends: [
    { x: a[0], y: a[1] },
    { x: b[0], y: b[1] },
  ] as [Point, Point],
});

describe("lines", () => {
  it("joins segments end to end, whatever their order and direction", () => {
    const joined = chains([segment([20, 0], [30, 0]), segment([0, 0], [10, 0]), segment([20, 0], [10, 0])]);
    expect(joined).toHaveLength(1);
    expect(joined[0]?.points.map((point) => point.x).sort((a, b) => a - b)).toEqual([0, 10, 20, 30]);
  });

  it("breaks where three meet", () => {
    const joined = chains([segment([0, 0], [10, 0]), segment([10, 0], [20, 0]), segment([10, 0], [10, 10])]);
    expect(joined).toHaveLength(3);
  });

  it("keeps a ring in one piece", () => {
    const joined = chains([segment([0, 0], [10, 0]), segment([10, 0], [5, 9]), segment([5, 9], [0, 0])]);
    expect(joined).toHaveLength(1);
    expect(joined[0]?.points).toHaveLength(4);
  });
});

describe("areas", () => {
  it("draws one closed line around a lone hex, and a hole as a second", () => {
    const frame = frameOf(5, 5);
    const lone = coverage(frame, (hex) => (hex === "0303" ? 1 : 0), { rough: 0 });
    expect(loops(lone, 0.5)).toHaveLength(1);
    const ring = coverage(frame, (hex) => (hex === "0303" ? 0 : 1), { rough: 0 });
    expect(loops(ring, 0.5)).toHaveLength(2);
  });
});
