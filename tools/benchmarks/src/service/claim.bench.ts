import type { Benchmark } from '../benchmark.ts';
import { claimBenchmark } from './claiming.ts';

export const benchmark: Benchmark = claimBenchmark('SQLite', async () => ({ location: async () => ':memory:' }));
