import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { changeHexDigit } from '../../../src/scenarios/values/near-uuid.ts';

const POSITIONS = Array.from({ length: 36 }, (_, position) => position);

describe('a UUID with one digit changed', () => {
  test('is a UUID of the same kind, and another one', () => {
    fc.assert(
      fc.property(fc.uuid({ version: 4 }), fc.constantFrom(...POSITIONS), (uuid, position) => {
        const changed = changeHexDigit(uuid, position);
        expect(changed).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
        expect([...changed].filter((digit, at) => digit !== uuid[at])).toHaveLength(1);
      }),
    );
  });

  test('differs at its first digit from one with its last digit changed, whatever they are', () => {
    for (const ends of ['f0', 'ff', '9f', '00']) {
      const uuid = `${ends[0]}0000000-0000-4000-8000-00000000000${ends[1]}`;
      expect(changeHexDigit(uuid, 0)).not.toBe(changeHexDigit(uuid, 35));
    }
  });
});
