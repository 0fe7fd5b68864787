import { describe, expect, test } from 'vitest';
import { bundleDocument, DOCUMENTS, type DocumentName, toJson, toYaml } from '../../build/bundle.ts';
import { specsCopy } from '../specs-copy.ts';

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
    const { info } = await bundleDocument(name, await specsCopy('package.json', /"version": ".*"/, '"version": "9.8.7"'));
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
