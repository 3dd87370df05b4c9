// The sizes of what is written on a counter, in its own units (a counter is 60 wide).

/** How large a counter is drawn on the map: 72 of the 104 that a hex is high. */
export const SIZE = 1.2;

export const VALUES = { far: 0, middle: 22, near: 17.4 } as const;

const WIDE = 57;

/** The size at which a text fits on a counter, no larger than wanted. */
export function fitted(text: string, wanted: number): number {
  const width = [...text].reduce((sum, letter) => sum + (/[0-9A-Za-z+*]/.test(letter) ? 0.46 : 0.27), 0);
  return Math.min(wanted, WIDE / Math.max(width, 1));
}
