import { expect, test } from "vitest";
import { KeyGuard } from "./guard";

test("a key that just answered is ignored for a second", () => {
  const guard = new KeyGuard();
  guard.pressed(" ", false);
  expect(guard.allows(0)).toBe(true);
  guard.pressed(" ", false);
  expect(guard.allows(900)).toBe(false);
  guard.pressed(" ", false);
  expect(guard.allows(1000)).toBe(true);
});

test("the second counts from when something else is asked", () => {
  const guard = new KeyGuard();
  guard.pressed(" ", false);
  expect(guard.allows(0)).toBe(true);
  guard.asked(5000);
  guard.pressed(" ", false);
  expect(guard.allows(5900)).toBe(false);
  expect(guard.allows(6000)).toBe(true);
});

test("a key held down answers once", () => {
  const guard = new KeyGuard();
  guard.pressed(" ", false);
  expect(guard.allows(0)).toBe(true);
  guard.pressed(" ", true);
  expect(guard.allows(5000)).toBe(false);
});

test("another key, or the pointer, is heard at once", () => {
  const guard = new KeyGuard();
  guard.pressed("Enter", false);
  expect(guard.allows(0)).toBe(true);
  guard.pressed("n", false);
  guard.pressed("Enter", false);
  expect(guard.allows(10)).toBe(true);
  guard.pointed();
  expect(guard.allows(20)).toBe(true);
});
