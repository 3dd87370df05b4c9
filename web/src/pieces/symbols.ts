// The symbols of units in the manner of NATO's APP-6, drawn here: a frame, its branch, its size above.

/** The branch within the frame (25 to 175 across, 50 to 150 down); the first that a symbol begins with is taken. */
const CROSS = "M25 50L175 150M25 150L175 50";
const SLASH = "M25 150L175 50";
const OVAL = "M66 72h68a28 28 0 0 1 0 56h-68a28 28 0 0 1 0 -56z";
const DOT = "M100 84a16 16 0 1 1 -.1 0z";
const BRANCHES: readonly (readonly [string, { lines?: string; solid?: string }])[] = [
  ["heavy-armour", { solid: OVAL }],
  ["armoured-car", { lines: SLASH + OVAL }],
  ["armoured-train", { lines: `${OVAL}M45 138h110M70 138v-10M130 138v-10` }],
  ["armour", { lines: OVAL }],
  ["assault-gun", { lines: OVAL, solid: DOT }],
  ["mechanised", { lines: CROSS + OVAL }],
  ["motor", { lines: `${CROSS}M100 50v100` }],
  ["naval-infantry", { lines: `${CROSS}M100 62v74M86 74h28M80 116q20 36 40 0` }],
  ["mountain", { lines: CROSS, solid: "M78 150l22 -38l22 38z" }],
  ["engineer", { lines: "M62 124v-44h76v44M100 80v44" }],
  ["anti-tank", { lines: "M25 150L100 50L175 150" }],
  ["anti-aircraft", { lines: "M25 150q75 -120 150 0" }],
  ["rocket", { lines: "M72 92l28 -24l28 24M72 112l28 -24l28 24M100 88v46" }],
  ["artillery", { solid: DOT }],
  ["coastal", { solid: DOT, lines: "M45 138q14 -14 28 0t28 0t28 0t28 0" }],
  ["cavalry", { lines: SLASH }],
  ["recon", { lines: SLASH }],
  ["infantry", { lines: CROSS }],
  ["militia", { lines: CROSS }],
  ["machinegun", { lines: `${CROSS}M100 74v62M88 88l12 -14l12 14` }],
];

/** Symbols that are no ground unit and have a drawing of their own. */
const DRAWN = ["truck", "plane", "ship"];

export const SYMBOL_BOX = "21 8 158 146";

/** A name for a symbol that an id can hold. */
export function symbolKey(kind: string, size: string): string {
  return `nato-${kind}-${size}`.replace(/[^A-Za-z0-9-]/g, "");
}

export function isNato(kind: string): boolean {
  return !DRAWN.includes(kind);
}

/** The bars and crosses above the frame. */
function sizeMarks(size: string): string {
  const step = 25;
  const first = 100 - ((size.length - 1) * step) / 2;
  const marks = [...size].map((letter, place) => {
    const x = first + place * step;
    if (letter === "I") return `M${x} 13v29`;
    return letter === "X" ? `M${x - 10} 14l20 27M${x + 10} 14l-20 27` : "";
  });
  return marks.join("");
}

/** The markup of a symbol, thick enough to be read on a small counter. */
export function symbolMarkup(kind: string, size: string): string {
  const name = kind.toLowerCase().replaceAll("_", "-");
  const { lines = "", solid = "" } = BRANCHES.find(([start]) => name.startsWith(start))?.[1] ?? {};
  const filled = solid ? `<path d="${solid}" fill="currentColor"/>` : "";
  return `<path d="M25 50h150v100h-150z${lines}${sizeMarks(size)}" fill="none" stroke="currentColor" stroke-width="6.5" stroke-linejoin="round"/>${filled}`;
}

/** The symbols of some pieces, each once. */
export function symbolsOf(pieces: Iterable<{ symbol: string; size: string }>): Map<string, string> {
  const made = new Map<string, string>();
  for (const { symbol, size } of pieces) {
    const key = symbolKey(symbol, size);
    if (isNato(symbol) && !made.has(key)) made.set(key, symbolMarkup(symbol, size));
  }
  return made;
}
