import { defineConfig } from 'vitest/config';
import { limits } from '../vitest.limits.ts';

export default defineConfig({
  test: {
    ...limits,
    // A run of the suite uses the processor well by itself: more at once would make the deliveries that it waits for late.
    maxConcurrency: 4,
    // The files of a worker share their modules, which take longer to load than many files take to run.
    isolate: false,
  },
});
