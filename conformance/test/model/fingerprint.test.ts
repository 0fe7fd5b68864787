import { expect, test } from 'vitest';
import { fingerprintOf } from '../../src/model/fingerprint.ts';

const failure = { message: 'Retry 3 of "conformance-1a2b3c4d-idem-03-7" (contact 41) must be replayed.', actual: '500 internal' };

test('the same failure has one fingerprint in every run, whatever names and numbers the run gave', () => {
  const again = { message: 'Retry 1 of "conformance-99887766-idem-03-12" (contact 1208) must be replayed.', actual: '500, after 3 ms' };
  expect(fingerprintOf('IDEM-03', again)).toBe(fingerprintOf('IDEM-03', failure));
});

test.for([
  ['another status', 'IDEM-03', { ...failure, actual: '409' }],
  ['another problem', 'IDEM-03', { ...failure, message: 'Retry 3 of "x" (webhook 41) must be replayed.' }],
  ['another rule', 'IDEM-04', failure],
] as const)('%s makes another failure', ([, rule, other]) => {
  expect(fingerprintOf(rule, other)).not.toBe(fingerprintOf('IDEM-03', failure));
});
