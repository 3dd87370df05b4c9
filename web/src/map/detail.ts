// How much is drawn at a scale: from colour and symbol to every value.

export type Detail = "far" | "middle" | "near";

/** From here on the values of a counter can be read: 11 pixels on the screen. */
export const READABLE = 0.44;
const CLOSE = 0.78;

export function detailOf(scale: number): Detail {
  if (scale < READABLE) return "far";
  return scale < CLOSE ? "middle" : "near";
}

/** A scale in steps, so that what follows it changes seldom: the nearest step below. */
export function stepOf(scale: number): number {
  return 1.2 ** Math.floor(Math.log(scale) / Math.log(1.2) + 1e-9);
}
