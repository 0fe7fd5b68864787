import fc from 'fast-check';

/** A text that a person may have as a name or password: no control characters, since an environment variable has to hold it. */
export const anyText: fc.Arbitrary<string> = fc.string({
  unit: fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...'abcXYZ019 .-_@') },
    { weight: 1, arbitrary: fc.constantFrom(...'"\\/\'&=+%#{}<>:,$`!?;', 'à', 'ß', '€', '漢', '😀') },
  ),
  minLength: 1,
  maxLength: 40,
});

/** The end of a token, of all characters that a bearer token may have (RFC 6750). */
export const anyTokenEnd: fc.Arbitrary<string> = fc
  .tuple(fc.stringMatching(/^[A-Za-z0-9._~+/-]{12,60}$/), fc.constantFrom('', '', '=', '=='))
  .map(([text, padding]) => text + padding);
