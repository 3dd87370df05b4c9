// NATO symbols of units, made by milsymbol when the first board is shown.

/** Codes of APP-6 by symbol; the first name that a symbol begins with is taken. */
const KINDS: readonly (readonly [string, string])[] = [
  ["heavy-armour", "UCATH-"],
  ["armoured-car", "UCRVA-"],
  ["armoured-train", "UCA---"],
  ["armour", "UCA---"],
  ["assault-gun", "UCA---"],
  ["mechanised", "UCIZ--"],
  ["motor", "UCIM--"],
  ["naval-infantry", "UCIN--"],
  ["mountain", "UCIO--"],
  ["engineer", "UCE---"],
  ["anti-tank", "UCAA--"],
  ["anti-aircraft", "UCD---"],
  ["rocket", "UCFR--"],
  ["artillery", "UCF---"],
  ["coastal", "UCF---"],
  ["cavalry", "UCR---"],
  ["recon", "UCR---"],
  ["headquarters", "U-----"],
  ["infantry", "UCI---"],
  ["militia", "UCI---"],
  ["machinegun", "UCI---"],
];

/** Symbols that are no ground unit and have a drawing of their own. */
const DRAWN = ["truck", "plane", "ship"];

function codeOf(kind: string): string {
  const name = kind.toLowerCase().replaceAll("_", "-");
  return KINDS.find(([start]) => name.startsWith(start))?.[1] ?? "U-----";
}

const SIZES: Record<string, string> = { I: "E", II: "F", III: "G", X: "H", XX: "I", XXX: "J", XXXX: "K", XXXXX: "L" };

export const SYMBOL_BOX = "21 8 158 146";

/** A name for a symbol that an id can hold. */
export function symbolKey(kind: string, size: string): string {
  return `nato-${kind}-${size}`.replace(/[^A-Za-z0-9-]/g, "");
}

export function isNato(kind: string): boolean {
  return !DRAWN.includes(kind);
}

/** The markup of a symbol, thick enough to be read on a small counter. */
export async function loadSymbols(wanted: Iterable<{ symbol: string; size: string }>): Promise<Map<string, string>> {
  const { ms, letterground } = await import("milsymbol");
  ms.addIcons(letterground);
  const made = new Map<string, string>();
  for (const { symbol: kind, size } of wanted) {
    const key = symbolKey(kind, size);
    if (!isNato(kind) || made.has(key)) continue;
    const sidc = `SFGP${codeOf(kind)}-${SIZES[size] ?? "-"}---`;
    const drawn = new ms.Symbol(sidc, { size: 100, fill: false, monoColor: "currentColor", strokeWidth: 7 });
    const inner = drawn.asSVG().replace(/^<svg[^>]*>/, "").replace(/<\/svg>$/, "");
    made.set(key, inner.replaceAll('stroke-width="3"', 'stroke-width="6.5"').replaceAll('stroke-width="4"', 'stroke-width="7"'));
  }
  return made;
}
