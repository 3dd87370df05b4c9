// The colours of the printed sheet and of the sides.

import type { Colours, Printed } from "../game/types";

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

/** What belongs to no side. */
const NOBODY: Colours = { face: "#9db7cf", edge: "#4f6b86", strong: "#2d5f93", ink: "#0f1a26" };

let sides: Colours[] = [];
let nations = new Map<string, Colours>();

/** Take the colours of sides and nations from what is printed. */
export function dress(printed: Printed): void {
  sides = printed.sides.map((side) => side.colours);
  nations = new Map(printed.nations.map((nation) => [nation.id, nation.colours]));
}

export function sideColour(seat: number): Colours {
  return sides[seat] ?? NOBODY;
}

/** The colours of a counter: its nation's or, where it has none, those of the side it serves. */
export function counterColour(nation: string | null | undefined, seat: number): Colours {
  return (nation ? nations.get(nation) : undefined) ?? sideColour(seat);
}
