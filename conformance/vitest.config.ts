import { defineConfig } from 'vitest/config';
import { defaults } from '../vitest.defaults.ts';

export default defineConfig({
  test: {
    ...defaults,
    // What reports say is the same when npx starts the tests.
    env: { npm_command: '' },
    // A run of the suite uses the processor well by itself: more at once would make the deliveries that it waits for late.
    maxConcurrency: 4,
  },
});
