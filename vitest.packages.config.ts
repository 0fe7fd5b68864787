import { defineConfig } from 'vitest/config';
import { closingLine } from './vitest.closing-line.ts';

/** What a user does with the packed packages, with other versions of Node and TypeScript. All are packed and installed first. */
export default defineConfig({
  test: {
    projects: ['packages/release/test/packages'],
    reporters: ['default', closingLine],
    maxWorkers: 2,
  },
});
