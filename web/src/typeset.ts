// How French sets its stops and its numbers: the blank in them never breaks. English has no such blank.

const BLANK = "\u00a0";

/** A sentence, or many in the text of a message, with blanks that hold a stop to its word. */
export const typeset = (text: string) =>
  text
    .replace(/ (?=[;:!?»%](?![\w/]))/g, BLANK)
    .replace(/« /g, `«${BLANK}`)
    .replace(/\b(\d{1,3}) (?=\d{3}\b)/g, `$1${BLANK}`);
