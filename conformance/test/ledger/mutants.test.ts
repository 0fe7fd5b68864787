import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { recordedMutants } from '../../ledger/mutants.ts';

test('the published names of the faulty services are those of mutants/ (pnpm run ledger writes them)', () => {
  expect(readFileSync(new URL('../../src/ledger/mutants.json', import.meta.url), 'utf8')).toBe(recordedMutants());
});
