import { describe, expect, it } from "vitest";
import { beside } from "./beside";

const window = { width: 1000, height: 800 };
const box = { width: 300, height: 120 };

describe("a stack spread out", () => {
  it("lies above its hex in the lower part of the window and below it in the upper", () => {
    expect(beside({ x: 500, y: 600 }, box, window, 30, []).side).toBe("above");
    expect(beside({ x: 500, y: 100 }, box, window, 30, []).side).toBe("below");
  });
  it("goes where it hides the fewest places that can be clicked", () => {
    const north = [{ x: 480, y: 500 }, { x: 520, y: 500 }];
    expect(beside({ x: 500, y: 600 }, box, window, 30, north).side).toBe("below");
    const southToo = [...north, { x: 480, y: 700 }];
    expect(beside({ x: 500, y: 600 }, box, window, 30, southToo).side).toBe("right");
  });
  it("stays in the window", () => {
    const corner = beside({ x: 990, y: 790 }, box, window, 30, []);
    expect(corner.x + box.width).toBeLessThanOrEqual(994);
    expect(corner.y).toBeGreaterThanOrEqual(6);
    const tall = beside({ x: 20, y: 30 }, { width: 300, height: 780 }, window, 30, []);
    expect(tall.x).toBeGreaterThanOrEqual(6);
    expect(tall.y).toBeGreaterThanOrEqual(6);
  });
});
