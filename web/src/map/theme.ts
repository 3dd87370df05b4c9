// The colours of the printed sheet and of the sides.

export const INK = {
  margin: "#d9d2bd",
  frame: "#5a4c38",
  paper: "#f7f1e0",
  clear: "#efe7c8",
  straw: "#e8d796",
  meadow: "#d5dca6",
  fallow: "#e2cfa8",
  furrow: "#b49f6b",
  hill: "#cba873",
  hillShade: "#8a6a43",
  contour: "#8d6638",
  hachure: "#6d4a28",
  woods: "#a9c086",
  woodsEdge: "#6f8f57",
  tree: "#6f9a55",
  treeDark: "#5f8b4c",
  treeLight: "#a7c985",
  treeShade: "#31502c",
  marsh: "#bcd0b6",
  swamp: "#9fbcae",
  reed: "#4f7a72",
  water: "#8fc3de",
  bank: "#3c7396",
  shallow: "#d3ebf5",
  grid: "#4d4534",
  works: "#4a3524",
  road: "#f3d58a",
  roadCase: "#8a3f25",
  rail: "#2d2723",
  house: "#c4553d",
  roof: "#8e7f74",
  houseEdge: "#4c241c",
  houseShade: "#33251d",
  peak: "#a5321f",
} as const;

export interface Colours {
  /** The ground of a counter. */
  face: string;
  /** Darker, for its edge. */
  edge: string;
  /** Strong, for arrows, frames and marks on the map. */
  strong: string;
  /** The text on its ground. */
  ink: string;
}

const SEATS: readonly Colours[] = [
  { face: "#a9b0a4", edge: "#5c6359", strong: "#3d4a4f", ink: "#15191a" },
  { face: "#d8b98a", edge: "#8a6636", strong: "#a3281e", ink: "#24150a" },
  { face: "#9db7cf", edge: "#4f6b86", strong: "#2d5f93", ink: "#0f1a26" },
];

const NATIONS: Record<string, Colours> = {
  german: SEATS[0] as Colours,
  germany: SEATS[0] as Colours,
  soviet: SEATS[1] as Colours,
  polish: { face: "#e9e3d2", edge: "#8d7f68", strong: "#b3262e", ink: "#231512" },
};

export function sideColour(seat: number): Colours {
  return SEATS[seat] ?? (SEATS[2] as Colours);
}

export function counterColour(nation: string, seat: number): Colours {
  return NATIONS[nation.toLowerCase()] ?? sideColour(seat);
}

const BANDS: Record<string, string> = {
  red: "#cf3a2e",
  yellow: "#f2cf3b",
  orange: "#ef8a2c",
  "dark grey": "#4b4e52",
  pink: "#f0a0b8",
  green: "#3f9447",
  "light blue": "#8fd0ee",
  ochre: "#b8801f",
  blue: "#2f62b5",
  purple: "#7d3f98",
  "light green": "#a6d96a",
  "pale blue": "#c4dcf5",
  teal: "#1c8f8a",
  white: "#ffffff",
  "sky blue": "#5fb4e8",
  magenta: "#c9378e",
  khaki: "#a79a5b",
};

/** The colour of a formation's band: as printed, or one of its own made from its name. */
export function bandColour(band: string | null, formation: string | null): string {
  if (band && BANDS[band]) return BANDS[band] as string;
  if (!formation) return "";
  let sum = 0;
  for (const letter of formation) sum = (sum * 31 + letter.charCodeAt(0)) % 360;
  return `hsl(${sum} 55% 52%)`;
}
