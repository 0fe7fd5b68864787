import { describe, expect, test } from 'vitest';
import { checkExchanges } from '../../../lint/examples/check-exchanges.ts';
import type { Exchange } from '../../../lint/examples/exchange.ts';
import { examplesFolder } from './examples-folder.ts';

const DOCUMENT = {
  paths: {
    '/things/{id}': {
      parameters: [{ $ref: '#/components/parameters/id' }],
      put: {
        operationId: 'replaceThing',
        requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Thing' } } } },
        responses: {
          200: {
            headers: { Version: { required: true, schema: { type: 'string', pattern: '^v' } } },
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Thing' } } },
          },
          204: { description: 'Nothing changed.' },
        },
      },
    },
  },
  components: {
    parameters: { id: { name: 'id', in: 'path', required: true, schema: { type: 'integer' } } },
    schemas: { Thing: { type: 'object', required: ['name'], properties: { name: { type: ['string', 'null'] } } } },
  },
};

const good: Exchange = {
  request: { parameters: { id: 1 }, body: { name: 'a' } },
  response: { status: 200, headers: { Version: 'v1' }, body: { name: null } },
};

function findings(exchange: Exchange): number {
  return checkExchanges(DOCUMENT, examplesFolder({ 'replaceThing/one': exchange })).length;
}

describe('checkExchanges', () => {
  test('accepts an exchange that the document allows', () => {
    expect(findings(good)).toBe(0);
  });

  test.each<[string, Exchange]>([
    ['a request body that breaks its schema', { ...good, request: { ...good.request, body: { name: 7 } } }],
    ['a request body that lacks a member', { ...good, request: { ...good.request, body: {} } }],
    ['no request body where there must be one', { ...good, request: { parameters: { id: 1 } } }],
    ['a parameter that breaks its schema', { ...good, request: { ...good.request, parameters: { id: 'one' } } }],
    ['a missing path parameter', { ...good, request: { body: { name: 'a' } } }],
    ['a parameter that there is not', { ...good, request: { ...good.request, parameters: { id: 1, size: 2 } } }],
    ['a response body that breaks its schema', { ...good, response: { ...good.response, body: { name: [] } } }],
    ['a response body where there is none', { ...good, response: { status: 204, body: {} } }],
    ['a status that is not declared', { ...good, response: { ...good.response, status: 201 } }],
    ['a missing header', { ...good, response: { ...good.response, headers: {} } }],
    ['a header that is not declared', { ...good, response: { ...good.response, headers: { Version: 'v1', Size: '1' } } }],
    ['a header that breaks its schema', { ...good, response: { ...good.response, headers: { Version: 'one' } } }],
  ])('refuses %s', (_, exchange) => {
    expect(findings(exchange)).toBe(1);
  });
});
