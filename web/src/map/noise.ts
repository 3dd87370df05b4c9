// Numbers that look random and are the same on every screen: the map has one look.

/** A random-looking number from 0 to 1 for a place and a purpose. */
export function hash(x: number, y: number, seed = 0): number {
  let value = Math.imul(x | 0, 374761393) ^ Math.imul(y | 0, 668265263) ^ Math.imul(seed | 0, 2246822519);
  value = Math.imul(value ^ (value >>> 13), 1274126177);
  value = Math.imul(value ^ (value >>> 15), 2246822519);
  return ((value ^ (value >>> 16)) >>> 0) / 4294967296;
}

/** A stream of such numbers for one name. */
export function stream(name: string): () => number {
  let seed = 2166136261;
  for (const letter of name) seed = Math.imul(seed ^ letter.charCodeAt(0), 16777619);
  let count = 0;
  return () => hash(seed, count++, 17);
}

/** Smooth noise from -1 to 1 whose hills are `size` apart. */
export function noise(x: number, y: number, size: number, seed = 0): number {
  const column = Math.floor(x / size);
  const row = Math.floor(y / size);
  const across = ease(x / size - column);
  const down = ease(y / size - row);
  const top = mix(hash(column, row, seed), hash(column + 1, row, seed), across);
  const bottom = mix(hash(column, row + 1, seed), hash(column + 1, row + 1, seed), across);
  return mix(top, bottom, down) * 2 - 1;
}

function ease(share: number): number {
  return share * share * (3 - 2 * share);
}

function mix(one: number, other: number, share: number): number {
  return one + (other - one) * share;
}
