import { expect, test } from 'vitest';
import { RequestBuilder } from '../../../src/api/requests.ts';
import type { OperationId } from '../../../src/generated/operations.ts';
import { Deviations } from '../../../src/scenarios/record/deviations.ts';
import { target } from './target.ts';

const webhook = {
  id: 1,
  aziendaId: null,
  url: 'https://receiver.example/',
  enabled: true,
  secret: null,
  description: null,
  events: ['Documento.Create'],
  concurrencyToken: 1,
};
const JSON_TYPE = { 'Content-Type': 'application/json' };

interface Given {
  readonly operation?: OperationId;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** The deviations that these answers to operations leave in the record. */
function noted(...answers: readonly Given[]): Deviations {
  const deviations = new Deviations(target);
  for (const { operation = 'getWebhook', status = 200, headers = JSON_TYPE, body = webhook } of answers) {
    const call = new RequestBuilder(target, 'token').call(operation, { id: '1' });
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    deviations.note({ call, answer: { status, rawHeaders: Object.entries(headers).flat(), body: text }, startedAt: 0, durationMs: 0 });
  }
  return deviations;
}

const found = (...answers: readonly Given[]): readonly string[] => noted(...answers).found.map(({ what }) => what);

test.for<readonly [what: string, given: Given]>([
  ['the declared body', {}],
  ['a parameter of the content type, in another case', { headers: { 'content-type': 'Application/JSON; charset=utf-8' } }],
  ['further members and headers', { headers: { ...JSON_TYPE, 'X-Trace': '1' }, body: { ...webhook, more: { yet: 1 } } }],
  ['a status that is not declared', { status: 418, headers: {}, body: '' }],
  ['what says that somebody is busy', { status: 503, headers: {}, body: '<html>' }],
  ['no content where none is declared', { operation: 'deleteWebhook', status: 204, headers: {}, body: '' }],
])('%s is as the contract has it', ([, given]) => {
  expect(found(given)).toEqual([]);
});

test.for<readonly [what: string, given: Given, place: RegExp]>([
  ['a member of another type', { body: { ...webhook, concurrencyToken: '1' } }, /\/concurrencyToken /],
  ['a member that is missing', { body: { ...webhook, id: undefined } }, /'id'/],
  ['what is no JSON', { body: 'No.' }, / JSON/],
  ['another content type', { headers: { 'Content-Type': 'text/json' } }, /text\/json/],
  ['no content type', { headers: {} }, /missing/],
  ['a header that is missing', { operation: 'createWebhook', status: 201, body: { ...webhook, secret: 'whsec_0123456789' } }, /Location/],
  [
    'a problem without its code',
    { status: 404, headers: { 'Content-Type': 'application/problem+json' }, body: { type: 'a:b', title: 'No', status: 404 } },
    /'code'/,
  ],
])('%s is not', ([, given, place]) => {
  expect(found(given)).toEqual([expect.stringMatching(place)]);
});

test('entries of a list are one place, however often it is wrong there', () => {
  const entries = (wrongAt: number): readonly unknown[] => [0, 1, 2].map((at) => (at === wrongAt ? { ...webhook, enabled: 1 } : webhook));
  const { found: all } = noted({ operation: 'listWebhook', body: entries(0) }, { operation: 'listWebhook', body: entries(2) });
  expect(all).toMatchObject([{ operation: 'listWebhook', status: 200, times: 2 }]);
});
