import fc from 'fast-check';
import type { Json } from '../../model/json.ts';

const printable: readonly string[] = Array.from({ length: 0x7f - 0x20 }, (_, index) => String.fromCharCode(0x20 + index));

/** A free-form application id: printable ASCII, 1 to 200 characters, without the outer spaces that HTTP strips (HDR-06). */
export const applicationId: fc.Arbitrary<string> = fc
  .string({ unit: fc.constantFrom(...printable.toReversed()), minLength: 1, maxLength: 200, size: 'max' })
  // Drawn texts are trimmed. Examples are shrunk as they are.
  .map(
    (text) => text.trim(),
    (text) => String(text),
  )
  .filter((text) => text !== '');

/** An application id with every allowed character. */
const everyPrintable: string = printable.join('').trim();

/** An application id of the greatest allowed length. */
const longest: string = '~'.repeat(200);

/** What escapes, firewalls and lists stumble over, with every allowed character, at the greatest length: one id for many faults. */
export const worstApplicationId: string = `../../a' or 1=1 -- <script> a%20b+c%41&amp;\\u0041 "a" ${everyPrintable}`.padEnd(200, '~');

/** The ids at the ends of that range: the shortest, the longest, one with escapes, a quoted one, and one that firewalls look for. */
export const extremeApplicationIds: readonly string[] = [
  '0',
  longest,
  everyPrintable,
  'a%20b+c%41&amp;\\u0041',
  '"a"',
  "../../a' or 1=1 -- <script>",
];

/** A combining accent: a service that normalizes the text before signing signs other bytes than it sends. */
const DECOMPOSED = ' Zoe\u0308';

/** Endings of real names, which faulty escapes and encodings get wrong and no legal service refuses. */
export const nameEndings: readonly string[] = [
  '',
  ' Società',
  ' Perù & Figli',
  " D'Amico",
  ' "Ovest"',
  ' Łódź',
  ' 日本',
  ' a/b',
  ' 1.0',
  ' 🚲',
  DECOMPOSED,
];

/** Most of them in one, short enough for an Italian invoice, which allows eighty characters for a name. */
export const everyEnding: string = ` Perù & D'Amico "Ovest" Łódź 日本 🚲${DECOMPOSED}`;

export const nameEnding: fc.Arbitrary<string> = fc.constantFrom(...nameEndings);

/** Whether a text is the name that was sent. A service may tidy its case, its outer and double spaces, and its Unicode form. */
export function isSameName(shown: Json | undefined, sent: string): boolean {
  return typeof shown === 'string' && tidied(shown) === tidied(sent);
}

function tidied(name: string): string {
  return name.normalize('NFKC').trim().replaceAll(/\s+/g, ' ').toLowerCase();
}

/** A short text: the end tells texts apart. Its last digit is for document numbers, which need one. */
export function shortened(text: string): string {
  return `${text.slice(-12)}7`;
}
