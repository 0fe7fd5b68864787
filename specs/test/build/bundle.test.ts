import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { bundleDocument, DOCUMENTS, type DocumentName, toJson, toYaml } from '../../build/bundle.ts';
import { SPECS_FOLDER } from '../../lint/contract.ts';

const names = Object.keys(DOCUMENTS) as DocumentName[];

describe.each(names)('the bundle of %s', (name) => {
  test('refers to nothing outside itself', async () => {
    const json = toJson(await bundleDocument(name));
    const references = [...json.matchAll(/"\$ref": "([^"]*)"/g)].map(([, reference]) => reference);
    expect(references.filter((reference) => !reference?.startsWith('#/'))).toEqual([]);
    expect(json).not.toContain('externalValue');
  });

  test('has the same bytes each time', async () => {
    const [once, again] = [await bundleDocument(name), await bundleDocument(name)];
    expect(toYaml(once)).toBe(toYaml(again));
    expect(toJson(once)).toBe(toJson(again));
  });

  test('carries the version of the package, which no document repeats', async () => {
    const { info } = await bundleDocument(name, await specsOfVersion('9.8.7'));
    expect(info).toMatchObject({ version: '9.8.7' });
  });
});

test('what a member says of itself beside its reference counts in both dialects', async () => {
  const description = 'Company in which the event occurred.';
  const clause = 'Evento (event object delivered to webhooks): CompanyId';
  const $ref = '#/components/schemas/Id';
  const member = expect.objectContaining({ $ref, description, 'x-clause': clause });
  expect(await bundleDocument('openapi/customer')).toHaveProperty('components.schemas.Evento.properties.CompanyId', member);
  const events = await bundleDocument('asyncapi/events');
  const payload = ['channels', 'webhook', 'messages', 'Documento.Emit', 'payload', 'properties', 'CompanyId'];
  expect(events).toHaveProperty(payload, { allOf: [{ $ref }], description, 'x-clause': clause });
});

/** A copy of the contract whose package has another version. */
async function specsOfVersion(version: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'specs-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await cp(SPECS_FOLDER, folder, { recursive: true, filter: (source) => !['node_modules', 'dist', 'test'].includes(basename(source)) });
  await writeFile(join(folder, 'package.json'), JSON.stringify({ version }));
  return folder;
}
