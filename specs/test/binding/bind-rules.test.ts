import { describe, expect, test } from 'vitest';
import { bindRules } from '../../binding/bind-rules.ts';
import { smallAsyncApi, smallOpenApi } from '../lint/small-documents.ts';

const documents = [smallOpenApi(), smallAsyncApi()];

function boundBy(binds: unknown): readonly string[] | undefined {
  return bindRules([{ id: 'ONE-01', binds }], documents).boundBy.get('ONE-01');
}

function faultsOf(binds: unknown): readonly string[] {
  return bindRules([{ id: 'ONE-01', binds }], documents).faults.map(({ message }) => message);
}

describe('a selector', () => {
  test.each<[unknown, readonly string[]]>([
    [{ operation: true }, ['replaceThing', 'deleteThing']],
    [{ operation: 'deleteThing' }, ['deleteThing']],
    [{ method: ['PUT', 'DELETE'] }, ['replaceThing', 'deleteThing']],
    [{ resource: 'things' }, ['replaceThing', 'deleteThing']],
    [{ token: true }, ['replaceThing', 'deleteThing']],
    [{ license: true }, ['replaceThing']],
    [{ license: 'any' }, ['replaceThing']],
    [{ parameter: 'Idempotency-Key' }, ['replaceThing']],
    [{ idempotency: true }, ['replaceThing']],
    [{ concurrency: true }, ['replaceThing']],
    [{ status: 204 }, ['deleteThing']],
    [{ problem: 'concurrency-conflict' }, ['replaceThing']],
    [{ fires: true }, ['replaceThing']],
    [{ fires: 'Create' }, ['replaceThing']],
    [{ event: true }, ['Thing.Create']],
    [{ event: 'Thing.Create' }, ['Thing.Create']],
    [{ event: ['Create'] }, ['Thing.Create']],
    [{ method: ['PUT', 'DELETE'], idempotency: true }, ['replaceThing']],
    [
      [{ event: 'Create' }, { fires: 'Create' }],
      ['replaceThing', 'Thing.Create'],
    ],
  ])('%j binds %j', (binds, names) => {
    expect(boundBy(binds)).toEqual(names);
    expect(faultsOf(binds)).toEqual([]);
  });

  test('for the company in the path binds where the path has one, and nowhere else', () => {
    const { paths, ...rest } = smallOpenApi();
    const company = { ...rest, paths: { '/{companyId}/things/{id}': paths['/things/{id}'] } };
    const { boundBy: bound } = bindRules([{ id: 'ONE-01', binds: { license: 'company' } }], [company]);
    expect(bound.get('ONE-01')).toEqual(['replaceThing']);
    expect(boundBy({ license: 'company' })).toEqual([]);
  });

  test.each<[unknown, string]>([
    [undefined, 'binds nothing'],
    [[], 'binds nothing'],
    ['replaceThing', 'is a map'],
    [{}, 'matches no operation'],
    [{ colour: true }, 'no condition colour'],
    [{ operation: 'loseThing' }, 'the operation loseThing'],
    [{ operation: ['replaceThing', 'loseThing'] }, 'the operation loseThing'],
    [{ token: false }, 'neither true'],
    [{ license: 'company' }, 'the license company'],
    [{ method: 'DELETE', idempotency: true }, 'matches no operation'],
    [[{ event: true }, { event: 'Delete' }], 'the event Delete'],
  ])('%j is a fault', (binds, said) => {
    expect(faultsOf(binds)).toEqual([expect.stringContaining(said)]);
  });
});

test('a reference is followed, in the parameters of a path, in responses and in messages', () => {
  const { paths, ...rest } = smallOpenApi();
  const { put } = paths['/things/{id}'];
  const parameters = [{ $ref: '#/components/parameters/colour' }];
  const responses = { 404: { $ref: '#/components/responses/NotFound' } };
  const components = {
    parameters: { colour: { name: 'colour', in: 'query' } },
    responses: { NotFound: { 'x-problems': ['not-found'] } },
  };
  const api = { ...rest, paths: { '/things': { parameters, put: { ...put, parameters: [], responses } } }, components };
  const events = {
    channels: { webhook: { messages: { key: { $ref: '#/components/messages/thing' } } } },
    components: { messages: { thing: { name: 'Thing.Create' } } },
  };
  const rules = [
    { id: 'ONE-01', binds: { parameter: 'colour', problem: 'not-found' } },
    { id: 'TWO-02', binds: { event: 'Thing.Create' } },
  ];
  const { boundBy: bound } = bindRules(rules, [api, events]);
  expect([...bound.values()]).toEqual([['replaceThing'], ['Thing.Create']]);
});

test('what is bound names its rules, in the order of the rules', () => {
  const rules = [
    { id: 'TWO-02', binds: { operation: true } },
    { id: 'ONE-01', binds: { idempotency: true } },
  ];
  expect(Object.fromEntries(bindRules(rules, documents).rulesOf)).toEqual({
    replaceThing: ['TWO-02', 'ONE-01'],
    deleteThing: ['TWO-02'],
    'Thing.Create': [],
  });
});
