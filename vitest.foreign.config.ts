import { defineConfig } from 'vitest/config';
import { closingLine } from './vitest.closing-line.ts';

/** What the tools of others make of the contract. They are installed by the tests, which takes minutes the first time. */
export default defineConfig({
  test: {
    root: 'tools/foreign',
    include: ['test/**/*.foreign.ts'],
    globalSetup: './test/documents.ts',
    reporters: ['verbose', closingLine],
    maxWorkers: 1,
    // The files share the modules of the reference service, which take longer to load than a service takes to start.
    isolate: false,
    testTimeout: 1_200_000,
  },
});
