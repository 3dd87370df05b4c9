// How French sets its stops: the blank before them never breaks. English has no such blank.

const BEFORE_A_STOP = / (?=[;:!?»%](?![\w/]))/g;
const AFTER_A_QUOTE = /(?<=«) /g;

/** A sentence, or many in the text of a message, with blanks that hold a stop to its word. */
export const typeset = (text: string) => text.replace(BEFORE_A_STOP, "\u00a0").replace(AFTER_A_QUOTE, "\u00a0");
