import { printable } from '#runtime';

/** The longest text that somebody else may make the service store, log or print: the message of a failed connection holds all names of a certificate. */
export const FOREIGN_TEXT_MAX = 500;

/** A text that somebody else sent, or had a say in: cut at its limit, and without control characters. */
export function foreignText(text: string): string {
  return printable(text, FOREIGN_TEXT_MAX);
}
