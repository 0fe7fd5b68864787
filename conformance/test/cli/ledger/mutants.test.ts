import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { recordedMutants } from '../../../ledger/mutants.ts';
import { ledgerPage } from '../../../ledger/page.ts';

function written(file: string): string {
  return readFileSync(new URL(`../../../${file}`, import.meta.url), 'utf8');
}

test('the published names of the faulty targets are those of mutants/ (pnpm run ledger writes them)', () => {
  expect(written('src/cli/ledger/mutants.json')).toBe(recordedMutants());
});

test('the page of the ledger says what is checked and proved now (pnpm run ledger writes it)', () => {
  expect(written('docs/ledger.md')).toBe(ledgerPage());
});
