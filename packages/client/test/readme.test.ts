import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { addContact, tryToAddContact } from './quick-start.ts';
import { scriptedService, withLogins } from './scripted-service.ts';

const PACKAGE = join(import.meta.dirname, '..');

test('the quick start of the README is the file that is compiled and run here', async () => {
  const readme = await readFile(join(PACKAGE, 'README.md'), 'utf8');
  expect(readme).toContain(`\`\`\`ts\n${await readFile(join(PACKAGE, 'test/quick-start.ts'), 'utf8')}\`\`\`\n`);
});

test('the quick start creates a contact', async () => {
  await using service = await scriptedService(
    withLogins(({ body }) => ({ status: 201, body: { ...JSON.parse(body), id: 41, concurrencyToken: 0 } })),
  );
  expect(await addContact(service.options, 'license', 'Rossi')).toBe(41);
  expect(service.calls()).toMatchObject([{ method: 'POST', path: '/customer/api/v3/1/Anagrafica', body: '{"nome":"Rossi"}' }]);
});

test('the quick start tells a refusal from missing credentials', async () => {
  await using refusing = await scriptedService(withLogins(() => ({ status: 403, body: { code: 'license-key-invalid' } })));
  await expect(tryToAddContact(refusing.options, 'license', 'Rossi')).rejects.toThrow('license-key-invalid (403)');
  await using closed = await scriptedService(() => ({ status: 401 }));
  expect(await tryToAddContact(closed.options, 'license', 'Rossi')).toBe('not signed in');
});
