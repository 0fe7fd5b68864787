import { describe, expect, test } from 'vitest';
import { Workers } from '../../src/engine/workers.ts';

describe('workers', () => {
  test('start another rule while one rests, and resume that one before new ones', async () => {
    const workers = new Workers(2);
    const told: string[] = [];
    const ends = Array.from({ length: 3 }, () => Promise.withResolvers<void>());
    const work = async (name: string, index: number): Promise<void> => {
      await workers.enter();
      told.push(`${name} begins`);
      if (index === 0) await workers.rest(() => ends[0]?.promise ?? Promise.resolve());
      else await ends[index]?.promise;
      told.push(`${name} ends`);
      workers.leave();
    };
    const all = [work('a', 0), work('b', 1), work('c', 2), work('d', 2)];
    await new Promise(setImmediate);
    expect(told).toEqual(['a begins', 'b begins', 'c begins']);
    ends[0]?.resolve();
    await new Promise(setImmediate);
    ends[1]?.resolve();
    await new Promise(setImmediate);
    expect(told.slice(3)).toEqual(['b ends', 'a ends', 'd begins']);
    ends[2]?.resolve();
    await Promise.all(all);
  });

  test('judge strictly one by one where there is one', async () => {
    const workers = new Workers(1);
    const told: string[] = [];
    const work = async (name: string): Promise<void> => {
      await workers.enter();
      told.push(`${name} begins`);
      await workers.rest(() => new Promise((resolve) => setImmediate(resolve)));
      told.push(`${name} ends`);
      workers.leave();
    };
    await Promise.all([work('a'), work('b')]);
    expect(told).toEqual(['a begins', 'a ends', 'b begins', 'b ends']);
  });
});
