import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { judging } from '../../src/cli/options.ts';

const page = readFileSync(new URL('../../../docs/conformance/commands.md', import.meta.url), 'utf8');

test('the page of the commands tells every option of a service, and no other', () => {
  const told = new Set([...page.matchAll(/`--([a-z-]+)/g)].map(([, name]) => name));
  const options = judging.service.map(({ name }) => name).filter((name) => !name.includes('.'));
  expect(options.filter((name) => !told.has(name))).toEqual([]);
  const others = ['help', 'version', 'role', 'ledger', 'json'];
  expect([...told].filter((name) => name !== undefined && !options.includes(name) && !others.includes(name))).toEqual([]);
});
