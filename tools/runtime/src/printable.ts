/** Control characters, line separators, and the marks that turn the direction of text: a terminal or a log would obey them. */
const UNPRINTABLE = /[\p{Cc}\p{Cs}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/**
 * Text from outside, for a log, a console or a store: at most so many characters, the last of them `…` where it was longer, and what is not
 * printable as an escape such as `\u001b`.
 */
export function printable(text: string, lengthMax: number): string {
  // An escape is longer than what it stands for, so what is beyond the length cannot come back.
  const start = text.slice(0, lengthMax + 1).replace(UNPRINTABLE, escapeOf);
  return start.length > lengthMax ? `${withoutHalf(start.slice(0, lengthMax - 1))}…` : start;
}

/** A character of two units that was cut in the middle is left out. */
function withoutHalf(text: string): string {
  const last = text.charCodeAt(text.length - 1);
  return last >= 0xd800 && last <= 0xdbff ? text.slice(0, -1) : text;
}

function escapeOf(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
