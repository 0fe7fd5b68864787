import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    // Each faulty service is judged by a whole run of the suite: more at once would make the deliveries that it waits for late.
    maxConcurrency: 4,
    // The files of a worker share their modules, which take longer to load and to get quick than many files take.
    isolate: false,
  },
});
