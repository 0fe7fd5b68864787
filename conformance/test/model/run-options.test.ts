import { describe, expect, test } from 'vitest';
import { requireUsable } from '../../src/model/run-options.ts';

describe('the numbers of a run', () => {
  test.each([
    ['seed', [Number.NaN, 1.5, Number.POSITIVE_INFINITY, '5']],
    ['workers', [Number.NaN, 0, -1, 2.5, Number.POSITIVE_INFINITY]],
    ['requestsPerSecond', [Number.NaN, 0, -1, Number.POSITIVE_INFINITY]],
    ['waitForMs', [Number.NaN, -1, Number.POSITIVE_INFINITY]],
    ['requestWithinMs', [Number.NaN, 0, -5, null]],
  ])('refuse a %s that cannot be', (name, values) => {
    for (const value of values) expect(() => requireUsable({ [name]: value }), String(value)).toThrow(`${name} must be`);
  });

  test('may be left out, or undefined, or in their range', () => {
    requireUsable({});
    requireUsable({ seed: undefined, workers: undefined, waitForMs: undefined });
    requireUsable({ seed: -7, workers: 1, requestsPerSecond: 0.5, waitForMs: 0, requestWithinMs: 1 });
  });
});
