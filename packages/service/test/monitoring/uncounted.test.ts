import { expect, test } from 'vitest';
import { createUncounted } from '../../src/monitoring/uncounted.ts';

test('every answer is counted once, with its operation and status, whether many or few wait', () => {
  const counted = new Map<string, number[]>();
  const answers = createUncounted((operation, status, seconds) => {
    const name = `${operation} ${status}`;
    counted.set(name, [...(counted.get(name) ?? []), ...seconds]);
  });
  for (let index = 0; index < 2_500; index += 1) answers.add('getArticolo', 200, index);
  answers.add('getArticolo', 404, 7);
  answers.add('listArticolo', 200, 8);
  answers.count();
  answers.count();
  expect(counted.get('getArticolo 200')).toEqual(Array.from({ length: 2_500 }, (_, index) => index));
  expect([counted.get('getArticolo 404'), counted.get('listArticolo 200')]).toEqual([[7], [8]]);
});
