import { existsSync, readFileSync, readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";

import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig, type Plugin } from "vite";

const server = process.env.GROGNARD_SERVER ?? "http://127.0.0.1:8130";
const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** What the built client contains of others' work, with their licences, beside it. */
function licences(packages: string[]): Plugin {
  return {
    name: "licences",
    apply: "build",
    generateBundle() {
      const texts = packages.map((name) => {
        const folder = here(`node_modules/${name}`);
        const found = existsSync(folder) ? readdirSync(folder).find((file) => /^licen[cs]e/i.test(file)) : undefined;
        return `${name}\n${"=".repeat(name.length)}\n${found ? readFileSync(`${folder}/${found}`, "utf8") : ""}`;
      });
      this.emitFile({ type: "asset", fileName: "licences.txt", source: texts.join("\n\n") });
    },
  };
}

export default defineConfig({
  plugins: [
    svelte(),
    licences([
      "@fontsource/alegreya",
      "@fontsource/barlow-condensed",
      "d3-color",
      "d3-dispatch",
      "d3-drag",
      "d3-ease",
      "d3-interpolate",
      "d3-selection",
      "d3-timer",
      "d3-transition",
      "d3-zoom",
      "qrcode-generator",
      "svelte",
    ]),
  ],
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
