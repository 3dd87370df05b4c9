// What a refusal means, in the reader's language: by its code where that says it all, else the server's reason.

import { named } from "../settings.svelte";

/** Codes whose reason says more than the code. */
const DETAILED = ["bad_journal"];

export function refused(code: string, reason: string): string {
  const said = named("refused", code);
  if (said === code) return reason;
  return DETAILED.includes(code) && reason ? `${said} (${reason})` : said;
}
