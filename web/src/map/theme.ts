// The colours of the printed sheet and of the sides. The themes are data (themes.json); what is drawn names
// its colours, and the page gives them their values, so that a change of theme draws nothing anew.

import type { Colours, Names, Printed } from "../game/types";
import themes from "../themes.json";

export interface Theme {
  id: string;
  names: Names;
  scheme: string;
  contrast: string;
  /** Whether trees, reeds and shading are drawn. */
  texture: boolean;
  page: Record<string, string>;
  map: Record<string, string>;
  /** The colours of the sides, where the theme must not leave them to the game. */
  sides?: Colours[];
}

export const THEMES: readonly Theme[] = themes;
const CLASSIC = THEMES[0] as Theme;

type Ink = keyof (typeof themes)[0]["map"];

/** The colours of the map, each as the name that the page gives a value to. */
export const INK = Object.fromEntries(Object.keys(CLASSIC.map).map((name) => [name, `var(--map-${name})`])) as Record<Ink, string>;

const PARTS = ["face", "edge", "strong", "ink"] as const;
const named = (whose: string): Colours => Object.fromEntries(PARTS.map((part) => [part, `var(--${whose}-${part})`])) as unknown as Colours;
/** What belongs to no side. */
const NOBODY: Colours = { face: "#9db7cf", edge: "#4f6b86", strong: INK.nobody, ink: "#0f1a26" };

let printed: Printed | null = null;
let worn: Theme = CLASSIC;
let nations = new Map<string, Colours>();

/** The theme of a name; else the one that the system asks for. */
export function themeOf(id: string, isDark: boolean, isContrasted: boolean): Theme {
  const named = THEMES.find((theme) => theme.id === id);
  const asked = THEMES.find((theme) => (isContrasted ? theme.contrast === "more" : isDark && theme.scheme === "dark"));
  return named ?? asked ?? CLASSIC;
}

/** Take the colours of sides and nations from what is printed. */
export function dress(from: Printed): void {
  printed = from;
  nations = new Map(from.nations.map((nation, place) => [nation.id, named(`nation-${place}`)]));
  colourSides();
}

/** Give the page the colours of a theme. */
export function wear(theme: Theme): void {
  worn = theme;
  const root = document.documentElement;
  root.dataset.theme = theme.id;
  root.dataset.texture = theme.texture ? "yes" : "no";
  root.style.colorScheme = theme.scheme;
  for (const [name, colour] of Object.entries(theme.page)) root.style.setProperty(`--${name}`, colour);
  for (const [name, colour] of Object.entries(theme.map)) root.style.setProperty(`--map-${name}`, colour);
  colourSides();
}

function colourSides(): void {
  if (!printed) return;
  const sides = printed.sides.map((side, seat) => worn.sides?.[seat] ?? side.colours);
  sides.forEach((colours, seat) => paint(`side-${seat}`, colours));
  printed.nations.forEach((nation, place) => {
    const seat = printed?.sides.findIndex((side) => printed?.pieces.some((piece) => piece.nation === nation.id && piece.side === side.id)) ?? -1;
    paint(`nation-${place}`, (worn.sides ? sides[seat] : undefined) ?? nation.colours);
  });
}

function paint(whose: string, colours: Colours): void {
  for (const part of PARTS) document.documentElement.style.setProperty(`--${whose}-${part}`, colours[part]);
}

export function sideColour(seat: number): Colours {
  return seat >= 0 && seat < (printed?.sides.length ?? 0) ? named(`side-${seat}`) : NOBODY;
}

/** The colours of a counter: its nation's or, where it has none, those of the side it serves. */
export function counterColour(nation: string | null | undefined, seat: number): Colours {
  return (nation ? nations.get(nation) : undefined) ?? sideColour(seat);
}
