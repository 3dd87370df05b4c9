// Hexes and stacks in words, for panels and screen readers.

import { layers, type Model } from "../game/model";
import type { Facts, Lang } from "../game/types";
import { known, say } from "../texts";

/** The ground of a hex: "woods, village, dominant height 200". */
export function describeHex(model: Model, id: string, lang: Lang): string {
  const hex = model.board.hexes.get(id);
  if (!hex) return "";
  const grounds = [...hex.ground, hex.settlement].filter(Boolean).map((ground) => {
    const key = `ground.${ground}`;
    return known(key) ? say(lang, key) : ground;
  });
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
    .map((seen) => model.piece(seen.id)?.name ?? seen.id);
  if (stack.hidden) names.push(say(lang, "hex.hidden", { count: stack.hidden }));
  return `${model.sideName(stack.side, lang)}: ${names.join(", ")}`;
}
