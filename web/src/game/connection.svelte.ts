// One seat's live line to the server: what it sees, and the answers it gives.

import { settings } from "../settings.svelte";
import * as api from "./api";
import { timeFor } from "./pace";
import { refused } from "./refused";
import { typeset } from "../typeset";
import type { Lang, LogLine, SeatInfo, TableInfo, Update } from "./types";

export type Line = "connecting" | "open" | "lost" | "closed";

interface Sent {
  type: "answer" | "undo";
  client: string;
  sequence: number;
  version: number;
  verb?: string;
  noun?: number;
}

/** How long nothing may be heard, with something awaited, before the line is tried; then how long it has to
 * answer before it is opened anew; and how often a line in rest is tried. */
const [QUIET, DEAD, REST] = [4000, 4000, 30_000];
const RETRY = [400, 800, 1500, 3000, 5000];
/** Close codes after which trying again is of no use. */
const FINAL = [4400, 4401, 4403, 4404, 4413];

export class Connection {
  line = $state<Line>("connecting");
  table = $state.raw<TableInfo | null>(null);
  update = $state.raw<Update | null>(null);
  /** The last lines of the log, from line `logFirst` on; `earlier` brings those before. */
  log = $state.raw<LogLine[]>([]);
  logFirst = $state(0);
  seats = $state.raw<Pick<SeatInfo, "seat" | "is_here" | "name" | "holder" | "renewals">[]>([]);
  spectators = $state(0);
  thinking = $state<number | null>(null);
  /** The last refusal, in words. */
  refusal = $state("");
  failure = $state("");
  waiting = $state(false);
  /** How many updates have come that are not shown yet, because what others did is being followed. */
  behind = $state(0);
  isPaused = $state(false);
  /** Whether what others do is shown one by one. */
  isFollowing = true;
  /** Whether all that others do is shown at once until one is asked again. */
  #isSkipping = false;

  #due: Update[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #socket: WebSocket | null = null;
  #client = Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join("-");
  #sequence = 0;
  #unconfirmed: Sent[] = [];
  #tries = 0;
  #closed = false;
  #heard = 0;
  #watch: ReturnType<typeof setTimeout> | undefined;
  readonly #look = () => document.visibilityState === "visible" && this.#try();

  constructor(
    readonly id: string,
    readonly token: string,
    private lang: Lang,
  ) {
    this.#open();
    addEventListener("online", this.#look);
    document.addEventListener("visibilitychange", this.#look);
  }

  answer(verb: string, noun: number): void {
    this.#send("answer", { verb, noun });
  }

  undo(): void {
    this.#send("undo", {});
  }

  speak(lang: Lang): void {
    if (lang === this.lang) return;
    this.lang = lang;
    this.#say({ type: "lang", lang });
  }

  /** Bring lines of the log from before those that are here, back to a wanted one. */
  async earlier(wanted = this.logFirst - 1): Promise<void> {
    while (this.logFirst > Math.max(0, wanted)) {
      const { lang, logFirst: before } = this;
      const page = await api.logPage(this.id, this.token, lang, before);
      if (this.lang !== lang || this.logFirst !== before || !page.lines.length) return;
      this.log = [...page.lines, ...this.log];
      this.logFirst = page.first;
    }
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
    clearTimeout(this.#watch);
    removeEventListener("online", this.#look);
    document.removeEventListener("visibilitychange", this.#look);
    this.#socket?.close();
    this.line = "closed";
  }

  /** Show the next thing that others did, and stop there; what is told in no words is none. */
  step(): void {
    this.isPaused = true;
    const told = this.#told;
    do this.#next();
    while (this.#due.length && this.#told === told);
  }

  pause(isPaused: boolean): void {
    this.isPaused = isPaused;
    if (!isPaused) this.#next();
  }

  /** Show all that has happened; whoever plays sees at once what follows too, until asked again. */
  skip(): void {
    this.#isSkipping = this.table?.seat !== null;
    this.#drain();
  }

  /** How many lines have been told. */
  get #told(): number {
    return this.logFirst + this.log.length;
  }

  #drain(): void {
    this.isPaused = false;
    while (this.#due.length) this.#show(this.#due.shift() as Update);
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.behind = 0;
  }

  #next(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const update = this.#due.shift();
    this.behind = this.#due.length;
    if (!update) return;
    const time = this.#show(update);
    if (this.isPaused) return;
    if (time > 0) this.#timer = setTimeout(() => this.#next(), time);
    else this.#next();
  }

  /** Show an update; return how long it is to be looked at. */
  #show(update: Update): number {
    const isFirst = this.update === null;
    const isOwn = this.update?.prompt.is_mine;
    const known = this.#told;
    this.#write(update.log);
    this.update = update;
    if (update.prompt.is_mine || update.over) this.#isSkipping = false;
    if (isFirst || !this.isFollowing || this.#isSkipping) return 0;
    const lines = this.log.slice(Math.max(0, known - this.logFirst));
    if (!isOwn) return timeFor(lines, settings.speed);
    // After one's own answer the others wait for the die that it threw, and for nothing else.
    return update.prompt.is_mine ? 0 : timeFor(lines.filter((line) => line.dice?.length), settings.speed);
  }

  #send(type: "answer" | "undo", what: { verb?: string; noun?: number }): void {
    if (!this.update || this.waiting) return;
    this.#drain();
    const sent: Sent = { type, client: this.#client, sequence: ++this.#sequence, version: this.update.version, ...what };
    this.#unconfirmed.push(sent);
    this.waiting = true;
    this.refusal = "";
    this.#say(sent);
    this.#attend(QUIET);
  }

  /** Try the line after a while. */
  #attend(time: number): void {
    clearTimeout(this.#watch);
    this.#watch = setTimeout(() => this.#try(), time);
  }

  /** Whether anybody is at the other end: a line that died in silence, as of a sleeping device, is opened anew. */
  #try(): void {
    const socket = this.#socket;
    if (this.#closed || socket?.readyState !== WebSocket.OPEN) return;
    const asked = performance.now();
    this.#say({ type: "ping" });
    clearTimeout(this.#watch);
    this.#watch = setTimeout(() => {
      if (this.#heard >= asked || this.#socket !== socket) return this.#attend(this.waiting ? QUIET : REST);
      socket.onclose = socket.onmessage = null;
      socket.close();
      this.line = "lost";
      this.#open();
    }, DEAD);
  }

  #say(message: unknown): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  #open(): void {
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(`${scheme}//${location.host}/api/tables/${this.id}/live`);
    this.#socket = socket;
    socket.onopen = () => {
      const token = this.token ? { token: this.token } : {};
      this.#say({ type: "hello", ...token, lang: this.lang, client: this.#client });
    };
    socket.onmessage = (event) => {
      this.#heard = performance.now();
      this.#hear(JSON.parse(typeset(String(event.data))) as { type: string } & Record<string, unknown>);
    };
    socket.onclose = (event) => {
      if (this.#closed) return;
      if (FINAL.includes(event.code)) {
        this.line = "closed";
        this.failure = String(event.code);
        return;
      }
      this.line = "lost";
      setTimeout(() => !this.#closed && this.#open(), RETRY[Math.min(this.#tries++, RETRY.length - 1)]);
    };
  }

  #write({ keep, first, lines }: Update["log"]): void {
    const isWhole = first <= keep && first >= this.logFirst;
    this.log = isWhole ? [...this.log.slice(0, first - this.logFirst), ...lines] : lines;
    if (!isWhole) this.logFirst = first;
  }

  #hear(message: { type: string } & Record<string, unknown>): void {
    switch (message.type) {
      case "welcome":
        this.table = message.table as TableInfo;
        this.#tries = 0;
        this.line = "open";
        this.#attend(REST);
        for (const sent of this.#unconfirmed) this.#say(sent);
        break;
      case "update": {
        const update = message as unknown as Update;
        this.#due.push(update);
        if (this.#timer === undefined && !this.isPaused) this.#next();
        else this.behind = this.#due.length;
        break;
      }
      case "confirmed":
      case "refused":
        this.#unconfirmed = this.#unconfirmed.filter((sent) => sent.sequence !== message.sequence);
        this.waiting = this.#unconfirmed.length > 0;
        if (message.type === "refused") this.refusal = refused(String(message.code), String(message.reason));
        break;
      case "presence":
        this.seats = message.seats as SeatInfo[];
        this.spectators = Number(message.spectators);
        break;
      case "thinking":
        this.thinking = message.on ? Number(message.seat) : null;
        break;
      case "error":
        this.refusal = refused(String(message.code), String(message.reason));
        break;
    }
  }
}
