// Pictures of the board for the README, taken with the system's Chromium from a running server.
//
//   grognard serve --port 8130          (in another window)
//   node scripts/screenshots.mjs [start attack night phone replay]   (GROGNARD_SERVER and CHROMIUM say where, if elsewhere)

import { mkdir } from "node:fs/promises";
import { fileURLToPath } from "node:url";

import { chromium } from "playwright-core";

const server = process.env.GROGNARD_SERVER ?? "http://127.0.0.1:8130";
const program = process.env.CHROMIUM ?? "/usr/bin/chromium";
const folder = fileURLToPath(new URL("../../docs/images/", import.meta.url));
const FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"];

let sequence = 0;

async function request(path, { token, body } = {}) {
  const headers = { "Content-Type": "application/json", ...(token ? { Authorization: `Bearer ${token}` } : {}) };
  const response = await fetch(`${server}/api${path}`, { headers, ...(body ? { method: "POST", body: JSON.stringify(body) } : {}) });
  if (!response.ok) throw new Error(`${path}: ${await response.text()}`);
  return response.json();
}

const sit = (game, seats) => request("/tables", { body: { game, seats } });
const DESK = { width: 1440, height: 900 };

/** Give the first answer of a seat that fits; return whether there was one. */
async function answer(table, seat, fits) {
  const { token } = table.seats[seat];
  const update = await request(`/tables/${table.table}/update`, { token });
  const found = update.answers.find(fits);
  if (!found) return false;
  const { verb, noun } = found;
  await request(`/tables/${table.table}/answers`, { token, body: { client: "screenshots", sequence: ++sequence, version: update.version, verb, noun } });
  return true;
}

async function humans() {
  const table = await sit("bautzen", { german: { kind: "human", name: "Ann" }, allied: { kind: "human", name: "Bob" } });
  for (const seat of ["allied", "german"]) await answer(table, seat, (one) => one.verb === "ready");
  return table;
}

async function open(browser, path, options) {
  const context = await browser.newContext({ locale: "en-GB", reducedMotion: "reduce", ...options });
  const page = await context.newPage();
  await page.goto(server + path);
  await page.waitForSelector(".prompt");
  await page.waitForTimeout(1500);
  return page;
}

const shoot = (page, name) => page.screenshot({ path: `${folder}${name}.jpg`, type: "jpeg", quality: 82 });

async function start(browser) {
  const table = await humans();
  const page = await open(browser, table.seats.german.link, { viewport: DESK });
  await shoot(page, "board-start");
}

async function attack(browser) {
  const table = await humans();
  const steps = [
    (one) => one.verb === "done",
    (one) => one.verb === "attack" && one.name === "1611",
    ...["Pz1/HG1", "PzG1/HG1", "PzG2/HG1"].map((piece) => (one) => one.verb === "join" && one.name === piece),
    (one) => one.verb === "support" && one.name === "QG/HG1",
  ];
  for (const step of steps) await answer(table, "german", step);
  const page = await open(browser, table.seats.german.link, { viewport: DESK });
  const box = await page.locator(".stack[data-hex='1611']").boundingBox();
  await page.mouse.move(box.x + box.width / 2, box.y - 40);
  for (let turn = 0; turn < 2; turn++) {
    await page.mouse.wheel(0, -160);
    await page.waitForTimeout(150);
  }
  await page.waitForTimeout(1200);
  await shoot(page, "board-attack");
}

/** A game of programs watched to its end, then a moment from the middle of it, with the front line. */
async function replay(browser) {
  const table = await sit("petrograd", { white: { kind: "bot", level: "recruit" }, red: { kind: "bot", level: "recruit" } });
  const page = await open(browser, table.watch, { viewport: DESK });
  await page.evaluate(() => localStorage.setItem("grognard.speed", "once"));
  await page.reload();
  await page.waitForSelector(".prompt .text strong", { timeout: 400_000 });
  await page.keyboard.press("Escape");
  await page.getByRole("tab", { name: "Log" }).click();
  const combats = page.locator("#panel li", { has: page.locator(".battle") }).locator(".moment");
  await combats.first().waitFor();
  await combats.nth(Math.floor((await combats.count()) / 2)).click();
  await page.waitForTimeout(3500);
  await shoot(page, "board-replay");
}

/** The largest map, with the line between the armies, in the dark. */
async function night(browser) {
  const table = await sit("petrograd", { white: { kind: "human", name: "Ann" }, red: { kind: "human", name: "Bob" } });
  const page = await open(browser, table.seats.white.link, { viewport: DESK, colorScheme: "dark" });
  await page.getByRole("button", { name: "Front line" }).click();
  await page.waitForTimeout(1500);
  await shoot(page, "board-dark");
}

async function phone(browser) {
  const table = await humans();
  const page = await open(browser, table.seats.german.link, { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true });
  await shoot(page, "board-phone");
}

await mkdir(folder, { recursive: true });
const wanted = process.argv.slice(2);
const browser = await chromium.launch({ executablePath: program, args: FLAGS });
try {
  for (const picture of [start, attack, night, phone, replay]) if (!wanted.length || wanted.includes(picture.name)) await picture(browser);
} finally {
  await browser.close();
}
