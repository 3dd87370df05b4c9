import { describe, expect, it } from "vitest";
import { DIRECTIONS, centre, directionTo, distance, hexAt, neighbour, sideMiddle } from "./grid";

describe("hexes in columns, even columns lower", () => {
  it("knows the six neighbours of an odd and of an even column", () => {
    expect(DIRECTIONS.map((way) => neighbour("0505", way))).toEqual(["0504", "0604", "0605", "0506", "0405", "0404"]);
    expect(DIRECTIONS.map((way) => neighbour("0605", way))).toEqual(["0604", "0705", "0706", "0606", "0506", "0505"]);
  });

  it("goes back by the opposite side", () => {
    for (const hex of ["0307", "1408"])
      DIRECTIONS.forEach((way, index) => {
        const opposite = DIRECTIONS[(index + 3) % 6];
        expect(directionTo(neighbour(hex, way), hex)).toBe(opposite);
      });
  });

  it("finds the hex under a point anywhere inside it", () => {
    for (const hex of ["0101", "0702", "1613", "2312"]) {
      const middle = centre(hex);
      expect(hexAt(middle)).toBe(hex);
      for (const way of DIRECTIONS) {
        const side = sideMiddle(hex, way);
        const near = { x: middle.x + (side.x - middle.x) * 0.95, y: middle.y + (side.y - middle.y) * 0.95 };
        expect(hexAt(near)).toBe(hex);
      }
    }
  });

  it("counts hexes between hexes", () => {
    expect(distance("1409", "1409")).toBe(0);
    expect(distance("1409", "1510")).toBe(1);
    expect(distance("0101", "0301")).toBe(2);
    expect(distance("0101", "2312")).toBe(22);
  });
});
