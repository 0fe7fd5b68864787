import fc from 'fast-check';

const printable: readonly string[] = Array.from({ length: 0x7f - 0x20 }, (_, index) => String.fromCharCode(0x20 + index));

/** A free-form application id: printable ASCII, 1 to 200 characters, without the outer spaces that HTTP takes away (HDR-06). */
export const applicationId: fc.Arbitrary<string> = fc
  .string({ unit: fc.constantFrom(...printable), minLength: 1, maxLength: 200, size: 'max' })
  .map((text) => text.trim())
  .filter((text) => text !== '');

/** The ids at the ends of that range: the shortest, the longest, every character, and what some decoders would unescape. */
export const extremeApplicationIds: readonly string[] = ['0', '~'.repeat(200), printable.join('').trim(), 'a%20b+c%41&amp;\\u0041'];

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
];

export const nameEnding: fc.Arbitrary<string> = fc.constantFrom(...nameEndings);
