import { expect, test } from 'vitest';
import { candidates, drawnMutants } from '../../mutants/drawn/drawn-mutants.ts';

test('every template has operations or event types, and each of them is drawn by some seed', () => {
  const drawn = new Set(Array.from({ length: 400 }, (_, seed) => drawnMutants(seed).map(({ id }) => id)).flat());
  expect(candidates.flat().filter(({ id }) => !drawn.has(id))).toEqual([]);
  expect(candidates.filter(({ length }) => length === 0)).toEqual([]);
});

test('a seed draws one faulty service of each template, the same each time', () => {
  expect(drawnMutants(7)).toHaveLength(candidates.length);
  expect(drawnMutants(7).map(({ id }) => id)).toEqual(drawnMutants(7).map(({ id }) => id));
});
