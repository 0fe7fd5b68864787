import { describe, expect, test } from 'vitest';
import { room, sample } from '../../src/engine/property.ts';

const cases = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j'];

describe('a sample of cases', () => {
  test('holds all of them if the limit allows it', () => {
    expect(sample(cases, 10, 1)).toEqual(cases);
    expect(sample(cases, 100, 1)).toEqual(cases);
  });

  test('holds as many of them as it may, in their order', () => {
    const drawn = sample(cases, 4, 1);
    expect(drawn).toHaveLength(4);
    expect(drawn).toEqual(cases.filter((one) => drawn.includes(one)));
    expect(sample(cases, 0, 1)).toEqual([]);
  });

  test('is the same for the same seed, and includes each case for some seed', () => {
    expect(sample(cases, 4, 7)).toEqual(sample(cases, 4, 7));
    const drawn = new Set(Array.from({ length: 50 }, (_, seed) => sample(cases, 4, seed)).flat());
    expect([...drawn].sort()).toEqual(cases);
  });
});

describe('the room of a budget', () => {
  test('is a share of the cases at the quick budget, but at least one, and all of them from the standard budget on', () => {
    expect([room(64, 0.4), room(2, 0.1), room(0, 0.4)]).toEqual([26, 1, 0]);
    expect([room(64, 1), room(64, 10)]).toEqual([64, 64]);
  });
});
