import { expect, test } from 'vitest';
import { authenticateCall, RequestBuilder } from '../../../src/api/requests.ts';
import { type OperationId, operations } from '../../../src/generated/operations.ts';
import { sentOperations } from '../../../src/scenarios/record/sent-operation.ts';
import { target } from './target.ts';

const read = sentOperations(target);
const [company] = target.companies;
const ids = Object.keys(operations) as OperationId[];

test.for(ids.filter((id) => id !== 'authenticate'))('%s is read from its call, with its company and its object', (operation) => {
  const call = new RequestBuilder(target, 'token').call(operation, { company, id: 'a/b' });
  const isOfObject = call.url.includes('a%2Fb');
  expect(read(call)).toEqual({ operation, company, id: isOfObject ? 'a/b' : undefined, query: '' });
});

test('authenticate is read from its call', () => {
  expect(read(authenticateCall(target))?.operation).toBe('authenticate');
});

test('a query is no part of the path', () => {
  const call = new RequestBuilder(target, 'token').call('listArticolo');
  expect(read({ ...call, url: `${call.url}?limit=1&after=?` })?.query).toBe('limit=1&after=?');
});

test('a call that was altered reaches no operation that it was made from', () => {
  const call = new RequestBuilder(target, 'token').call('getArticolo', { id: '1' });
  expect(read({ ...call, method: 'HEAD' })).toBeUndefined();
  expect(read({ ...call, url: `${call.url}/1` })).toBeUndefined();
  expect(read({ ...call, url: call.url.replace('/articolo/', '/Articolo/') })).toBeUndefined();
});

test('the company of somebody else is none of the target', () => {
  const call = new RequestBuilder(target, 'token').call('listArticolo', { company: { id: '999', licenseKey: 'other' } });
  expect(read(call)).toMatchObject({ operation: 'listArticolo', company: undefined });
});
