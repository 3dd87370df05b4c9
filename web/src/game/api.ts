// Requests to the server. A token opens a seat; without one, one watches.

import type {
  Course,
  GameInfo,
  HexWords,
  Hint,
  Lang,
  LogLine,
  Luck,
  Note,
  Odds,
  Overlay,
  OverlayInfo,
  Printed,
  Replay,
  Rules,
  TableInfo,
  WhyNot,
} from "./types";
import { typeset } from "../typeset";
import { refused } from "./refused";

export class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    reason: string,
  ) {
    super(refused(code, reason));
  }
}

export interface NewTable {
  table: string;
  watch: string;
  seats: Record<string, { kind: string; name?: string; token?: string; invitation?: string; link?: string; level?: string }>;
}

async function request(path: string, { method = "GET", token = "", body }: { method?: string; token?: string; body?: unknown } = {}) {
  const headers: Record<string, string> = {};
  if (token) headers.Authorization = `Bearer ${token}`;
  if (body !== undefined) headers["Content-Type"] = "application/json";
  const response = await fetch(`/api${path}`, {
    method,
    headers,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  }).catch(() => {
    throw new Refusal(0, "offline", "");
  });
  if (response.ok) return response;
  const said = (await response.json().catch(() => ({}))) as { code?: string; reason?: string };
  throw new Refusal(response.status, said.code ?? "", said.reason ?? response.statusText);
}

async function get<T>(path: string, token = ""): Promise<T> {
  return JSON.parse(typeset(await (await request(path, { token })).text())) as T;
}

const words = (facts: Record<string, string | number>) =>
  new URLSearchParams(Object.entries(facts).map(([key, value]) => [key, String(value)])).toString();

export const games = () => get<{ games: GameInfo[] }>("/games").then((answer) => answer.games);

export const printed = (game: string, scenario: string) => get<Printed>(`/games/${game}/scenarios/${scenario}/printed`);

export const rules = (game: string, lang: Lang) => get<Rules>(`/games/${game}/rules?lang=${lang}`);

export const createTable = (body: unknown, tokens: string[] = []) =>
  request("/tables", { method: "POST", body, token: tokens.join(",") }).then((answer) => answer.json() as Promise<NewTable>);

/** A token that nobody else has seen; its hash alone is kept by the server. */
export function newToken(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return btoa(String.fromCharCode(...bytes)).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}

const post = <T>(path: string, body: unknown, token = "") =>
  request(path, { method: "POST", token, body }).then((answer) => answer.json() as Promise<T>);

/** Exchange an invitation, once, for a token of one's own. */
export const join = (table: string, invitation: string, token: string) =>
  post<{ id: string; token: string }>(`/tables/${table}/join`, { invitation, token });

export const renewToken = (table: string, old: string, token: string) => post<{ token: string }>(`/tables/${table}/me/token`, { token }, old);

/** Go on without the lesson that is given at a table. */
export const leaveLesson = (table: string, token: string) => request(`/tables/${table}/lesson`, { method: "DELETE", token });

/** As the maker of a table: a new invitation to a guest's seat; whoever had it loses it. */
export const invite = (table: string, token: string, seat: string) =>
  post<{ link: string }>(`/tables/${table}/seats/${seat}/invitation`, {}, token);

export const logPage = (table: string, token: string, lang: Lang, before: number) =>
  get<{ first: number; lines: LogLine[]; total: number }>(`/tables/${table}/log?${words({ before, limit: 200, lang })}`, token);

export const tableInfo = (table: string, token: string) => get<TableInfo>(`/tables/${table}`, token);

export const why = (table: string, token: string, lang: Lang, facts: Record<string, string | number>) =>
  get<WhyNot>(`/tables/${table}/why?${words({ ...facts, lang })}`, token);

export const overlays = (table: string, token: string) =>
  get<{ overlays: OverlayInfo[] }>(`/tables/${table}/overlays`, token).then((answer) => answer.overlays);

export const overlay = (table: string, token: string, id: string, facts: Record<string, string | number>) =>
  get<Overlay>(`/tables/${table}/overlays/${id}?${words(facts)}`, token);

export const inspect = (table: string, token: string, lang: Lang, hex: string) =>
  get<HexWords>(`/tables/${table}/inspect?${words({ hex, lang })}`, token);

export const odds = (table: string, token: string, lang: Lang) => get<Odds>(`/tables/${table}/odds?lang=${lang}`, token);

export const hint = (table: string, token: string, lang: Lang, level: string) => get<Hint>(`/tables/${table}/hint?${words({ level, lang })}`, token);

/** A page of the replay: the one that begins with a frame, or the one that holds a line of the log. */
export const replay = (table: string, token: string, lang: Lang, facts: { from: number } | { line: number }, limit: number) =>
  get<Replay>(`/tables/${table}/replay?${words({ ...facts, limit, lang })}`, token);

export const course = (table: string, token: string, lang: Lang) => get<Course>(`/tables/${table}/course?lang=${lang}`, token);

export const luck = (table: string, token: string, lang: Lang) => get<Luck>(`/tables/${table}/luck?lang=${lang}`, token);

export const notes = (table: string, token: string) =>
  get<{ notes: Note[] }>(`/tables/${table}/notes`, token).then((answer) => answer.notes);

export const addNote = (table: string, token: string, frame: number, text: string) =>
  request(`/tables/${table}/notes`, { method: "POST", token, body: { frame, text } }).then((answer) => answer.json() as Promise<Note>);

export const dropNote = (table: string, token: string, note: number) =>
  request(`/tables/${table}/notes/${note}`, { method: "DELETE", token });

export const record = (table: string, token: string, lang: Lang) =>
  request(`/tables/${table}/record?lang=${lang}`, { token }).then((answer) => answer.text());

export const journal = (table: string, tokens: string[]) =>
  request(`/tables/${table}/journal`, { token: tokens.join(",") }).then((answer) => answer.text());
