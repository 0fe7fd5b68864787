import { expect, test } from 'vitest';
import { fingerprintOf } from '../../src/model/fingerprint.ts';
import type { Finding } from '../../src/model/verdict.ts';

const failure = { message: 'Retry 3 of "conformance-1a2b3c4d-idem-03-7" (contact 41) must be replayed.', actual: '500 internal' };

test('the same failure has one fingerprint in every run, whatever names and numbers the run gave', () => {
  const again = { message: 'Retry 1 of "conformance-99887766-idem-03-12" (contact 1208) must be replayed.', actual: '500, after 3 ms' };
  expect(fingerprintOf('IDEM-03', again)).toBe(fingerprintOf('IDEM-03', failure));
});

test.for<[string, Pick<Finding, 'message' | 'actual'>, Pick<Finding, 'message' | 'actual'>]>([
  [
    'the order of a race',
    { message: 'Exactly one of 4 concurrent requests (contact) must be executed.', actual: '200 replayed, 201, 201' },
    { message: 'Exactly one of 5 concurrent requests (contact) must be executed.', actual: '201, no answer' },
  ],
  [
    'the operation, type and object that were drawn',
    { message: 'createAnagrafica with limit=1 must fire Anagrafica.Create (contact).', actual: 'nothing' },
    { message: 'updateArticolo with {"a":1} must fire Articolo.Update (stock item).', actual: 'nothing' },
  ],
  [
    'an id',
    { message: 'It must show 0c6b2d9e-7d0f-4b9e-8c2d-3f7f7d6a1b20.', actual: 'nothing' },
    { message: 'It must show aaaa2d9e-7d0f-4b9e-8c2d-3f7f7d6a1b20.', actual: 'nothing' },
  ],
])('a fingerprint does not depend on %s', ([, one, other]) => {
  expect(fingerprintOf('IDEM-05', one)).toBe(fingerprintOf('IDEM-05', other));
});

test.for([
  ['another status', 'IDEM-03', { ...failure, actual: '409' }],
  ['another problem', 'IDEM-03', { ...failure, message: 'Retry 3 of "x" (contact 41) must be answered as before.' }],
  ['another rule', 'IDEM-04', failure],
] as const)('%s makes another failure', ([, rule, other]) => {
  expect(fingerprintOf(rule, other)).not.toBe(fingerprintOf('IDEM-03', failure));
});
