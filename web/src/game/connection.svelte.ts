// One seat's live line to the server: what it sees, and the answers it gives.

import * as api from "./api";
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
  /** The last refusal, in the server's words. */
  refusal = $state("");
  failure = $state("");
  waiting = $state(false);

  #socket: WebSocket | null = null;
  #client = Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join("-");
  #sequence = 0;
  #unconfirmed: Sent[] = [];
  #tries = 0;
  #closed = false;

  constructor(
    readonly id: string,
    readonly token: string,
    private lang: Lang,
  ) {
    this.#open();
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
    this.#socket?.close();
    this.line = "closed";
  }

  #send(type: "answer" | "undo", what: { verb?: string; noun?: number }): void {
    if (!this.update || this.waiting) return;
    const sent: Sent = { type, client: this.#client, sequence: ++this.#sequence, version: this.update.version, ...what };
    this.#unconfirmed.push(sent);
    this.waiting = true;
    this.refusal = "";
    this.#say(sent);
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
    socket.onmessage = (event) => this.#hear(JSON.parse(String(event.data)) as { type: string } & Record<string, unknown>);
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
        for (const sent of this.#unconfirmed) this.#say(sent);
        break;
      case "update": {
        const update = message as unknown as Update;
        this.#write(update.log);
        this.update = update;
        break;
      }
      case "confirmed":
      case "refused":
        this.#unconfirmed = this.#unconfirmed.filter((sent) => sent.sequence !== message.sequence);
        this.waiting = this.#unconfirmed.length > 0;
        if (message.type === "refused") this.refusal = String(message.reason);
        break;
      case "presence":
        this.seats = message.seats as SeatInfo[];
        this.spectators = Number(message.spectators);
        break;
      case "thinking":
        this.thinking = message.on ? Number(message.seat) : null;
        break;
      case "error":
        this.refusal = String(message.reason);
        break;
    }
  }
}
