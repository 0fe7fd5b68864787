import { REFUSALS, refusal } from './small-contract.ts';

const thing = {
  schema: { type: 'object', properties: { name: { type: 'string', description: 'A name.', 'x-clause': 'Things: 1' } } },
  examples: { one: { value: { name: 'a' } } },
};

/** What a PUT sends: the thing with the token that was read. */
const update = {
  ...thing,
  schema: {
    ...thing.schema,
    required: ['concurrencyToken'],
    properties: {
      ...thing.schema.properties,
      concurrencyToken: { title: 'ConcurrencyToken', type: 'integer', description: 'As it was read.', 'x-clause': 'Things: 1' },
    },
  },
};

/** An OpenAPI document without findings. */
export function smallOpenApi() {
  return {
    openapi: '3.1.0',
    info: { title: 'Things', version: '1.0.0' },
    security: [{ bearer: [] }] as Record<string, string[]>[],
    paths: {
      '/things/{id}': {
        put: {
          operationId: 'replaceThing',
          'x-does': { update: 'Thing' } as Record<string, string> | undefined,
          'x-clause': 'Things: 1' as string | undefined,
          'x-fires': 'Thing.Create' as string | undefined,
          'x-idempotency': true,
          'x-concurrency': true as boolean | undefined,
          security: [{ bearer: [], licenseKey: [] }] as Record<string, string[]>[],
          parameters: [
            { name: 'Idempotency-Key', in: 'header', 'x-clause': 'Things: 1', schema: { type: 'string' } as Record<string, unknown> },
          ],
          requestBody: { content: { 'application/json': structuredClone(update) } },
          responses: {
            200: { description: 'Done.', 'x-clause': 'Things: 1', content: { 'application/json': structuredClone(thing) } },
            ...structuredClone(REFUSALS),
            409: refusal('busy'),
            413: refusal('large'),
            415: refusal('odd'),
            422: refusal('concurrency-conflict'),
          } as Record<string, Record<string, unknown>>,
        },
        delete: {
          operationId: 'deleteThing',
          'x-does': { delete: 'Thing' },
          'x-chosen': 'D-01',
          responses: { 204: { description: 'Gone.' }, ...structuredClone(REFUSALS) } as Record<string, Record<string, unknown>>,
        },
      },
    },
  };
}

/** An AsyncAPI document without findings. */
export function smallAsyncApi() {
  return {
    asyncapi: '3.1.0',
    info: { title: 'Things', version: '1.0.0' },
    channels: {
      webhook: {
        'x-clause': 'Things: 2',
        messages: {
          'Thing.Create': {
            name: 'Thing.Create',
            'x-clause': 'Things: 2' as string | undefined,
            payload: {
              type: 'object',
              properties: { name: { type: 'string', description: 'A name.', 'x-clause': 'Things: 2' } },
            } as Record<string, unknown>,
            examples: [{ name: 'one', payload: { name: 'a' } }],
          },
        },
      },
    },
  };
}
