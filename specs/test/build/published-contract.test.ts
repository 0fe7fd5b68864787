import { createConfig, lintFromString } from '@redocly/openapi-core';
import { describe, expect, test } from 'vitest';
import { publishedContract } from '../../build/published-contract.ts';
import { messagesOf } from '../../build/sign-examples.ts';
import { nodeOf } from '../../lint/visitor.ts';

const { documents } = await publishedContract();
const webhooks = documents['openapi/webhooks'];
const messages = messagesOf(documents['asyncapi/events']);

test("Redocly's strict rules find nothing in the document of webhooks", async () => {
  const config = await createConfig({ extends: ['recommended-strict'] });
  const problems = await lintFromString({ source: JSON.stringify(webhooks), config });
  expect(problems.map(({ ruleId, location }) => `${ruleId} ${location[0]?.pointer}`)).toEqual([]);
});

describe('the OpenAPI document of webhooks', () => {
  test('has the messages of the events', () => {
    expect(messages.length).toBeGreaterThan(0);
    expect(Object.keys(nodeOf(webhooks.webhooks))).toEqual(messages.map(([type]) => type));
  });

  test('says what a message says: its tag, its rules, its payload, and how it is signed', () => {
    expect(webhooks).toHaveProperty(['webhooks', 'Anagrafica.Update', 'post'], {
      ...{ operationId: 'deliverAnagraficaUpdateEvento', tags: ['Anagrafica'], summary: 'A contact record is updated.' },
      ...{ security: [], parameters: [{ $ref: '#/components/parameters/Service-Signature' }] },
      description: expect.stringContaining('Anagrafica.Update'),
      'x-clause': 'Events: Update',
      'x-rules': expect.arrayContaining(['EVT-01', 'EVT-08', 'SIG-01']),
      requestBody: {
        required: true,
        content: {
          'application/json': {
            schema: { $ref: '#/components/schemas/AnagraficaUpdateEvento' },
            examples: { updated: { value: expect.objectContaining({ Type: 'Anagrafica.Update' }) } },
          },
        },
      },
      responses: { '2XX': expect.anything(), default: expect.anything() },
    });
    expect(webhooks).toHaveProperty('components.schemas.AnagraficaUpdateEvento.properties.Type.const', 'Anagrafica.Update');
    expect(webhooks).toHaveProperty('components.parameters.Service-Signature', expect.objectContaining({ in: 'header', required: true }));
  });
});
