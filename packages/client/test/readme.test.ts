import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createClient } from '../src/index.ts';
import { addContact, raisePrices } from './readme/lists-changes-errors.ts';
import { referenceService } from './reference-service.ts';

const PACKAGE = join(import.meta.dirname, '..');

test('the program of the page of calls raises each price', async () => {
  await using reference = await referenceService();
  const { options, access } = reference;
  const licenseKey = access.companies[0]?.licenseKey ?? '';
  const { articolo } = createClient(options).company(1, licenseKey);
  const before = await articolo.list().toArray();
  expect(await raisePrices(options, 1, licenseKey)).not.toBe('');
  const after = await articolo.list().toArray();
  expect(after.map(({ prezzo }) => prezzo)).toEqual(before.map(({ prezzo }) => (Number(prezzo) * 1.02).toFixed(2)));
});

test('the program of the page of calls tells what to look at', async () => {
  await using reference = await referenceService();
  const { options, access } = reference;
  const licenseKey = access.companies[0]?.licenseKey ?? '';
  expect(await addContact(options, 1, licenseKey, 'Rossi')).toMatch(/^\/api\/v3\/1\/Anagrafica\/\d+ \d+ false$/);
  expect(await addContact(options, 1, licenseKey, '')).toBe('look at /nome');
  expect(await addContact(options, 2, licenseKey, 'Rossi')).toBe('look at the header LicenseKey');
});

test('the page of errors has every code, and no other', async () => {
  const source = await readFile(join(PACKAGE, 'src/errors/client-error.ts'), 'utf8');
  const declared = [...(source.match(/ClientErrorCode =([^;]*);/)?.[1] ?? '').matchAll(/'([a-z-]+)'/g)].map(([, code]) => code);
  const page = await readFile(join(PACKAGE, '../../docs/client/errors.md'), 'utf8');
  expect([...page.matchAll(/^## `([a-z-]+)`/gm)].map(([, code]) => code).sort()).toEqual(declared.sort());
});
