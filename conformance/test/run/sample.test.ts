import { describe, expect, it } from 'vitest';
import { room, sample } from '../../src/run/sample.ts';

const cases = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j'];

describe('a sample of cases', () => {
  it.for([1, 10])('holds all of them at an effort of %d', (effort) => {
    expect(sample(cases, effort, 1)).toEqual(cases);
  });

  it('holds a share of them at a smaller effort, in their order, and at least one', () => {
    const drawn = sample(cases, 0.4, 1);
    expect(drawn).toHaveLength(4);
    expect(drawn).toEqual(cases.filter((one) => drawn.includes(one)));
    expect(sample(['a', 'b'], 0.4, 1)).toHaveLength(1);
    expect(sample([], 0.4, 1)).toEqual([]);
    expect(room(64, 0.4)).toBe(26);
  });

  it('is the same for the same seed, and leaves no case out for every seed', () => {
    expect(sample(cases, 0.4, 7)).toEqual(sample(cases, 0.4, 7));
    const drawn = new Set(Array.from({ length: 50 }, (_, seed) => sample(cases, 0.4, seed)).flat());
    expect([...drawn].sort()).toEqual(cases);
  });
});
