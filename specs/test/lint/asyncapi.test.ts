import { expect, test } from 'vitest';
import { checkAsyncApi } from '../../lint/asyncapi.ts';
import { checkContract } from '../../lint/check-contract.ts';
import { smallAsyncApi } from './small-documents.ts';

test('the contract holds together: documents, rules, problems and examples agree', async () => {
  expect(await checkContract()).toEqual([]);
});

test('what the AsyncAPI parser refuses is a finding', async () => {
  const { asyncapi, info } = smallAsyncApi();
  expect(await checkAsyncApi({ asyncapi, info, channels: { webhook: { messages: 'none' } } })).not.toEqual([]);
});
