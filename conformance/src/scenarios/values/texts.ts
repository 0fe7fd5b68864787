import fc from 'fast-check';
import type { Json } from '../../model/json.ts';

const printable: readonly string[] = Array.from({ length: 0x7f - 0x20 }, (_, index) => String.fromCharCode(0x20 + index));

/** A free-form application id: printable ASCII, 1 to 200 characters, without the outer spaces that HTTP takes away (HDR-06). */
export const applicationId: fc.Arbitrary<string> = fc
  .string({ unit: fc.constantFrom(...printable.toReversed()), minLength: 1, maxLength: 200, size: 'max' })
  // What is drawn is trimmed, what is tried for its own sake is shrunk as it stands.
  .map(
    (text) => text.trim(),
    (text) => String(text),
  )
  .filter((text) => text !== '');

/** An application id with every character that one may have. */
export const everyPrintable: string = printable.join('').trim();

/** An application id of as many characters as one may have. */
export const longest: string = '~'.repeat(200);

/** The ids at the ends of that range: the shortest, the longest, what decoders would unescape, a quoted one, and what firewalls look for. */
export const extremeApplicationIds: readonly string[] = [
  '0',
  longest,
  everyPrintable,
  'a%20b+c%41&amp;\\u0041',
  '"a"',
  "../../a' or 1=1 -- <script>",
];

/** An accent that is a character of its own: whoever signs another Unicode form than is sent signs other bytes. */
const DECOMPOSED = ' Zoe\u0308';

/** The end of a name as people write them: what escapes and encodings get wrong, and no legal service refuses. */
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

/** Most of them in one: short enough for an Italian invoice, which has eighty characters for a name. */
export const everyEnding: string = ` Perù & D'Amico "Ovest" Łódź 日本 🚲${DECOMPOSED}`;

export const nameEnding: fc.Arbitrary<string> = fc.constantFrom(...nameEndings);

/** Whether a text is a name that was sent, as far as a service may tidy it: letters in another case, outer and double spaces, another Unicode form. */
export function isSameName(shown: Json | undefined, sent: string): boolean {
  return typeof shown === 'string' && tidied(shown) === tidied(sent);
}

function tidied(name: string): string {
  return name.normalize('NFKC').trim().replaceAll(/\s+/g, ' ').toLowerCase();
}

/** Texts may be short: their end tells them apart, and ends with a digit, which a number of a document must have. */
export function shortened(text: string): string {
  return `${text.slice(-12)}7`;
}
