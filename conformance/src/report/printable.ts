import { shownBody } from './failure-steps.ts';

/** Characters that a terminal or a log may obey: control characters except line breaks and tabs, line separators, and changes of direction. */
const OBEYED = /[^\P{Cc}\n\t]|[\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** Text from a target, made safe for a console or a log: characters that would be obeyed are escaped, such as `\u001b`. */
export function printable(text: string): string {
  return text.replace(OBEYED, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** Printable text, cut to a length that can be read. */
export function printableLine(text: string): string {
  return printable(shownBody(text));
}

/** A copy of a value with every text in it printable. A report for a console or a log passes its result through this before it adds colours. */
export function printableIn<T>(value: T): T {
  // The copy keeps the shape of the value, and so its type.
  return copy(value) as T;
}

function copy(value: unknown): unknown {
  if (typeof value === 'string') return printable(value);
  if (Array.isArray(value)) return value.map(copy);
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, copy(member)]));
}
