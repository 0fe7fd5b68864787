import { expect, test } from 'vitest';
import { bindDocuments } from '../../build/bind-documents.ts';
import type { Rule } from '../../lint/read-rules.ts';
import { smallAsyncApi, smallOpenApi } from '../lint/small-documents.ts';

const rule: Rule = { id: 'ONE-01', level: 'stated', role: 'service', clause: 'Things: 1', statement: 'It is so' };

test('what a rule binds and what states it is shown at the rule, at each operation and at each message, and the documents given stay as they are', () => {
  const given = { api: smallOpenApi(), events: smallAsyncApi() };
  const { documents, rules } = bindDocuments(
    [
      { ...rule, binds: { idempotency: true } },
      { ...rule, id: 'TWO-02', binds: { event: true } },
    ],
    given,
    [{ rule: 'TWO-02', node: 'schemas/Thing.yaml#', at: 'schemas/Thing.yaml:1' }],
  );
  expect(documents.api).toMatchObject({
    paths: { '/things/{id}': { put: { 'x-rules': ['ONE-01'] }, delete: { 'x-rules': [] } } },
  });
  expect(documents.events).toMatchObject({ channels: { webhook: { messages: { 'Thing.Create': { 'x-rules': ['TWO-02'] } } } } });
  expect(rules.map(({ id, operations, statedBy }) => [id, operations, statedBy])).toEqual([
    ['ONE-01', ['replaceThing'], undefined],
    ['TWO-02', ['Thing.Create'], 'schemas/Thing.yaml#'],
  ]);
  expect(given).toEqual({ api: smallOpenApi(), events: smallAsyncApi() });
});
