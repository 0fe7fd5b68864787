import { defineConfig } from 'vitest/config';
import { closingLine } from './vitest.closing-line.ts';

/** The packed packages: how they are released, and what a user does with them, with other versions of Node and TypeScript. All are packed and installed first. */
export default defineConfig({
  test: {
    projects: ['tools/release/test/packages', 'tools/release/test/rehearsal'],
    reporters: ['default', closingLine],
    maxWorkers: 2,
  },
});
