// The odds of an attack as the server reckons them; here they are only read.

export interface Odds {
  target: string;
  hidden: number;
  attackers: string[];
  supports: string[];
  attack_factors: { piece: string; value: number; rule: string }[];
  attack: number;
  note: string;
  defence_factors?: { piece: string; value: number; rule: string }[];
  defence?: number;
  ratio?: string;
  shifts?: { reason: string; value: number; rule: string }[];
  column?: string;
  die?: { reason: string; value: number; rule: string }[];
  /** Result ("steps of the attacker/of the defender") and exact chance ("1/6"). */
  results?: Record<string, string>;
  outlook?: Outlook;
}

interface Figure {
  /** Exact, as a fraction. */
  p: string;
  value: number;
}

/** The attack reckoned to its end, each side choosing best. */
export interface Outlook {
  note: string;
  /** Chance of each column and of each result, over what may lie hidden. */
  columns?: Record<string, string>;
  results?: Record<string, string>;
  value?: Figure[];
  summary?: Record<string, Figure>;
  /** Not where defenders are hidden: then dice have no one meaning. */
  outcomes?: { attacker: number; defender: number; dice: number[] }[];
  /** What one more unit, support, column or aircraft would change. */
  gains?: { rule: string; what: string; piece: string | null; text: string; value: string; hex_taken: string; probability: number }[];
}

/** "1/6" or "0.5" as a number. */
export function chanceOf(written: string | number): number {
  const [above, below] = String(written).split("/").map(Number);
  return (above ?? 0) / (below ?? 1);
}

/** What either side loses on average, weighed by chance; the margin is what the defender loses more. */
export function average(outcomes: { outcome: string; chance: number }[]): { attacker: number; defender: number; margin: number } {
  const total = outcomes.reduce((sum, one) => sum + one.chance, 0) || 1;
  let [attacker, defender] = [0, 0];
  for (const { outcome, chance } of outcomes) {
    const [own, other] = outcome.split("/").map(Number);
    attacker += ((own || 0) * chance) / total;
    defender += ((other || 0) * chance) / total;
  }
  return { attacker, defender, margin: defender - attacker };
}
