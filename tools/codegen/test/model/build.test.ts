import { expect, test } from 'vitest';
import { buildContract } from '../../src/model/build.ts';
import type { Contract, Operation } from '../../src/model/contract.ts';
import { readSources } from '../../src/read/sources.ts';
import { FIXTURE } from '../fixture-copy.ts';

const CONTRACT: Contract = buildContract(await readSources(FIXTURE));

function operation(id: string): Operation {
  const found = CONTRACT.operations.find((candidate) => candidate.id === id);
  if (!found) throw new Error(`the fixture has no operation ${id}`);
  return found;
}

test.for<{ given: string; want: Partial<Operation> }>([
  {
    given: 'authenticate',
    want: { api: 'admin', method: 'POST', token: false, license: false, company: false, acceptsKey: false, level: 'stated' },
  },
  { given: 'listArticolo', want: { api: 'customer', method: 'GET', token: true, license: true, company: true, rules: ['COMP-04'] } },
  { given: 'createArticolo', want: { acceptsKey: true, concurrency: false, level: 'chosen', rules: ['EVT-03', 'IDEM-01'] } },
  {
    given: 'updateArticolo',
    want: { acceptsKey: true, concurrency: true, problems: ['concurrency-conflict', 'idempotency-mismatch', 'not-found'] },
  },
  { given: 'deleteArticolo', want: { acceptsKey: false, answers: [{ status: 204, headers: [] }], problems: ['not-found'] } },
])('$given is known by $want', ({ given, want }) => {
  expect(operation(given)).toMatchObject(want);
});

test('parameters of the path and of the operation are one list, and references are followed', () => {
  expect(operation('createArticolo').parameters.map(({ name, in: place, setByClient }) => `${place} ${name} ${setByClient}`)).toEqual([
    'path version false',
    'path companyId false',
    'header X-Service-ApplicationId true',
    'header Idempotency-Key false',
  ]);
});

test('a header that the pipeline sets is marked', () => {
  const [answer] = operation('createArticolo').answers;
  expect(answer?.headers.map(({ name, setByPipeline }) => [name, setByPipeline])).toEqual([
    ['Idempotent-Replayed', true],
    ['Location', false],
    ['X-Id', false],
  ]);
});

test('everything is sorted by its id', () => {
  const ids = [
    CONTRACT.operations.map(({ id }) => id),
    CONTRACT.events.map(({ type }) => type),
    CONTRACT.rules.map(({ id }) => id),
    CONTRACT.problems.map(({ code }) => code),
  ];
  expect(ids).toEqual(ids.map((list) => [...list].sort()));
});

test('the version of the API is that of the path parameter', () => {
  expect(CONTRACT.apiVersion).toBe('v3');
});

test('a rule keeps why it cannot be observed, and that it should only', () => {
  expect(CONTRACT.rules.find(({ id }) => id === 'DLV-06')).toMatchObject({
    operations: ['articolo.Create', 'articolo.Delete'],
    unobservable: expect.any(String),
  });
});
