// Cards of battles as the board writes them, without a browser: node scripts/render.mjs IN OUT.
//
// IN holds what a game prints and a list of reckonings; OUT will hold the markup of each.

import { readFileSync, writeFileSync } from "node:fs";

import { createServer } from "vite";

const [source, goal] = process.argv.slice(2);
const { printed, fights } = JSON.parse(readFileSync(source, "utf8"));

// What a page has and a script has not; nobody is asked here what he likes.
Object.assign(globalThis, {
  location: { search: "?lang=en" },
  localStorage: { getItem: () => null, setItem: () => {} },
  matchMedia: () => ({ matches: false, addEventListener: () => {} }),
  document: { documentElement: { style: { setProperty: () => {} }, dataset: {} } },
});

const server = await createServer({ server: { middlewareMode: true, hmr: false, ws: false }, appType: "custom", logLevel: "error", optimizeDeps: { noDiscovery: true } });
try {
  const { render } = await server.ssrLoadModule("svelte/server");
  const { Model } = await server.ssrLoadModule("/src/game/model.ts");
  const { default: BattleCard } = await server.ssrLoadModule("/src/panels/BattleCard.svelte");
  const model = new Model(printed);
  const cards = fights.map((reckoning) => render(BattleCard, { props: { model, reckoning, isOpen: true, onrule: () => {} } }).body);
  writeFileSync(goal, JSON.stringify(cards));
} finally {
  await server.close();
}
