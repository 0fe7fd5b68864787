import { shownBody } from './wire-text.ts';

/** What a terminal or a log would obey: control characters but line breaks and tabs, line separators, and what turns the direction of text. */
const OBEYED = /[^\P{Cc}\n\t]|[\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** Text that a target may have had a part in, as it may stand on a console or in a log: what would be obeyed is written as `\u001b`. */
export function printable(text: string): string {
  return text.replace(OBEYED, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** The same in one line or a few, of a length that can be read. */
export function printableLine(text: string): string {
  return printable(shownBody(text));
}

/** The same value with every text in it printable. What a console or a log shows of a result goes through here, before colours are added. */
export function printableIn<T>(value: T): T {
  // The form of the value stays, so its type does too.
  return copy(value) as T;
}

function copy(value: unknown): unknown {
  if (typeof value === 'string') return printable(value);
  if (Array.isArray(value)) return value.map(copy);
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, copy(member)]));
}
