import { fileURLToPath } from "node:url";

import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

const server = process.env.GROGNARD_SERVER ?? "http://127.0.0.1:8000";

export default defineConfig({
  plugins: [svelte()],
  // The package's own entry brings every set of symbols along; this one lets us take what we use.
  resolve: { alias: { milsymbol: fileURLToPath(new URL("node_modules/milsymbol/index.mjs", import.meta.url)) } },
  base: "/",
  build: {
    outDir: "../src/grognard/server/static",
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: "es2022",
  },
  server: { proxy: { "/api": { target: server, ws: true } } },
});
