import { defineConfig } from 'vitest/config';

// Each faulty service is judged by a whole run of the suite: more at once would make the deliveries that it waits for late.
export default defineConfig({ test: { maxConcurrency: 3 } });
