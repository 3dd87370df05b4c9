// Hexes and stacks in words, for panels and screen readers.

import { layers, type Facts, type Model } from "../game/model";
import type { Lang } from "../game/types";
import { say } from "../texts";

/** The ground of a hex: "woods, village, dominant height 200". */
export function describeHex(model: Model, id: string, lang: Lang): string {
  const hex = model.board.hexes.get(id);
  if (!hex) return "";
  const grounds = (model.grounds.get(id) ?? []).map((ground) => model.kindName(ground, lang));
  if (hex.height) grounds.push(say(lang, "ground.height", { height: hex.height }));
  if (hex.source) grounds.push(say(lang, "ground.source", { side: model.sideName(hex.source, lang) }));
  return grounds.join(", ");
}

/** The counters of a hex, top first, as far as they are seen. */
export function describeStack(model: Model, facts: Facts, id: string, lang: Lang): string {
  const stack = facts.stacks?.[id];
  if (!stack) return say(lang, "hex.empty");
  const names = layers(stack)
    .reverse()
    .filter((seen) => seen !== null)
    .map((seen) => model.pieceName(seen.id, lang));
  if (stack.hidden) names.push(say(lang, "hex.hidden", { count: stack.hidden }));
  return `${model.sideName(stack.side, lang)}: ${names.join(", ")}`;
}
