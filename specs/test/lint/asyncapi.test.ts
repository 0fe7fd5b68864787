import { expect, test } from 'vitest';
import { checkAsyncApi } from '../../lint/asyncapi.ts';
import { smallAsyncApi } from './small-documents.ts';

test('what the AsyncAPI parser refuses is a finding', async () => {
  const { asyncapi, info } = smallAsyncApi();
  expect(await checkAsyncApi({ asyncapi, info, channels: { webhook: { messages: 'none' } } }, (path) => path.join('/'))).not.toEqual([]);
});
