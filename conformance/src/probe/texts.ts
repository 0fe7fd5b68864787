import fc from 'fast-check';

/** A free-form application id: printable ASCII, 1 to 200 characters, without the outer spaces that HTTP takes away (HDR-06). */
export const applicationId: fc.Arbitrary<string> = fc
  .string({ unit: fc.integer({ min: 0x20, max: 0x7e }).map((code) => String.fromCharCode(code)), minLength: 1, maxLength: 200 })
  .map((text) => text.trim())
  .filter((text) => text !== '');

/** The end of a name as people write them: what escapes and encodings get wrong, and no legal service refuses. */
export const nameEnding: fc.Arbitrary<string> = fc.constantFrom(
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
);
