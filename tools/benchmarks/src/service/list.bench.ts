import type { Benchmark } from '../benchmark.ts';
import { crowd, listSome } from './crowded-store.ts';

const [FEW, MANY] = [1_000, 1_000_000];

export const benchmark: Benchmark = {
  title: 'A list of a hundred objects, among a thousand and among a million',
  goal: 'at least 0.50',
  async open() {
    const [few, many] = [await crowd(':memory:', FEW, 0), await crowd(':memory:', MANY, 0)];
    return {
      contenders: [
        { name: 'among a thousand', run: () => listSome(few, FEW) },
        { name: 'among a million', run: () => listSome(many, MANY) },
      ],
      async close() {
        await Promise.all([few.close(), many.close()]);
      },
    };
  },
};
