import { expect, it } from "vitest";
import { hexBeside, nextOf, press, type Desk } from "./keys";

/** A desk that notes what it is told. */
function noting(isReplaying = false): { desk: Desk; done: string[] } {
  const done: string[] = [];
  const names = ["arrow", "stepReplay", "playReplay", "overlay", "pick", "close", "escape", "undo", "nextLive", "fan", "magnify", "fit", "open", "all", "hint", "help", "say"];
  const noted = Object.fromEntries(names.map((name) => [name, (fact?: unknown) => done.push(fact === undefined ? name : `${name} ${String(fact)}`)]));
  return { desk: { ...noted, isReplaying } as unknown as Desk, done };
}

const key = (text: string, code = "", shiftKey = false) => ({ key: text, code, shiftKey });

it("does what each key means, and leaves the others alone", () => {
  const { desk, done } = noting();
  for (const one of ["ArrowUp", "Enter", " ", "Escape", "u", "n", "p", "f", "0", "l", "a", "i", "?", "3"]) expect(press(key(one), desk), one).toBe(true);
  expect(press(key("!", "Digit1", true), desk)).toBe(true);
  expect(press(key("q"), desk)).toBe(false);
  expect(done).toEqual(["arrow ArrowUp", "pick", "close", "escape", "undo", "nextLive 1", "nextLive -1", "fan", "fit", "open log", "all", "hint", "help", "say 2", "overlay 0"]);
});

it("steps through a replay with the arrows and Space", () => {
  const { desk, done } = noting(true);
  for (const one of ["ArrowLeft", "ArrowRight", "ArrowUp", " "]) press(key(one), desk);
  expect(done).toEqual(["stepReplay -1", "stepReplay 1", "arrow ArrowUp", "playReplay"]);
});

it("moves from hex to hex, and stays on the map", () => {
  const has = (hex: string) => ["0101", "0102", "0201", "0202"].includes(hex);
  expect(hexBeside("0101", "ArrowDown", has)).toBe("0102");
  expect(hexBeside("0101", "ArrowUp", has)).toBe("0101");
  expect(hexBeside("0101", "ArrowRight", has)).toBe("0201");
  expect(hexBeside("0201", "ArrowRight", has)).toBe("0201");
});

it("goes round the hexes that can be chosen", () => {
  const live = new Set(["0303", "0101", "0202"]);
  expect(nextOf(live, "0101", "", 1)).toBe("0202");
  expect(nextOf(live, "0101", "", -1)).toBe("0303");
  expect(nextOf(live, "", "0150", 1)).toBe("0202");
  expect(nextOf(live, "", "0999", 1)).toBe("0101");
});
