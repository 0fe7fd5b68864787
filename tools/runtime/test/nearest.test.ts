import { expect, test } from 'vitest';
import { nearest } from '../src/index.ts';

test.for([
  ['onEvnt', 'onEvent'],
  ['onEventt', 'onEvent'],
  ['onEvant', 'onEvent'],
  ['onEvetn', 'onEvent'],
  ['nEven', 'onEvent'],
  ['timeout', 'timeoutMs'],
  ['timeou', undefined],
  ['', undefined],
  ['retries', undefined],
  ['retr', 'retry'],
  ['rety', 'retry'],
] as const)('by %s was meant %s', ([given, meant]) => {
  expect(nearest(given, ['onEvent', 'timeoutMs', 'retry'])).toBe(meant);
});

test('of two names that are near, the nearer one was meant', () => {
  expect(nearest('max', ['mix1', 'maxi', 'ma'])).toBe('maxi');
  expect(nearest('maxx', ['mab', 'max'])).toBe('max');
});
