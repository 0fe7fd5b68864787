import { expect, test } from 'vitest';
import { fingerprintOf } from '../../src/model/baseline.ts';

test.for<[string, string, string]>([
  ['names, ids and numbers', '200 of conformance-1a2b3c4d-idem-03-7', '201 of 4 after 3 ms'],
  ['the order of a race', '200 replayed, 201, 500', '201, no answer'],
  ['which demand failed first', '422', 'no such header'],
  ['which 5xx it was', '500 internal', '503'],
])('a fingerprint does not depend on %s', ([, one, other]) => {
  expect(fingerprintOf('IDEM-05', { actual: one })).toBe(fingerprintOf('IDEM-05', { actual: other }));
});

test.for([
  ['a target that breaks', 'IDEM-03', '500'],
  ['another rule', 'IDEM-04', '200'],
] as const)('%s makes another failure', ([, rule, actual]) => {
  expect(fingerprintOf(rule, { actual })).not.toBe(fingerprintOf('IDEM-03', { actual: '200' }));
});
