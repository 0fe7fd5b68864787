import { expect, test } from 'vitest';
import { Coverage } from '../../src/model/coverage.ts';

test('counts what is added by name', () => {
  const coverage = new Coverage();
  coverage.add('getArticolo');
  coverage.add('getArticolo', 2);
  expect([coverage.of('getArticolo'), coverage.of('listArticolo')]).toEqual([3, 0]);
});

test('says what was added since an earlier copy, which stays as it was', () => {
  const coverage = new Coverage();
  coverage.add('getArticolo');
  const earlier = coverage.copy();
  coverage.add('getArticolo', 4);
  coverage.add('listArticolo');
  const since = coverage.since(earlier);
  expect([since.of('getArticolo'), since.of('listArticolo'), earlier.of('getArticolo')]).toEqual([4, 1, 1]);
});
