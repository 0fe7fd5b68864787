import express from 'express';
import { expect, test } from 'vitest';
import { expressReceiver } from '../../src/express.ts';
import { fetchReceiver } from '../../src/fetch.ts';
import { createReceiver, type WebhookError } from '../../src/index.ts';
import type { NodeRequest } from '../../src/node.ts';
import { createTestSender, signedRequest } from '../../src/testing.ts';
import { PATH, serve } from './served.ts';

const SECRET = 'whsec_swallowed';

function start() {
  const refused: WebhookError[] = [];
  const processed: string[] = [];
  const receiver = createReceiver({
    secret: SECRET,
    onEvent: ({ Type }) => void processed.push(Type),
    onRefused: (error) => void refused.push(error),
  });
  return { receiver, refused, processed };
}

test.for([
  { parser: 'express.json()', middleware: express.json(), names: /express\.json\(\).*body-parser/ },
  { parser: 'express.text()', middleware: express.text({ type: () => true }), names: /express\.text\(\)/ },
])('behind $parser the answer is 500, to be sent again once it is mended, and the error names it', async ({ middleware, names }) => {
  const { receiver, refused, processed } = start();
  const { url } = await serve(express().use(middleware).post(PATH, expressReceiver(receiver)));
  expect(await createTestSender({ to: url, secret: SECRET }).send()).toMatchObject({ status: 500, body: 'body-not-bytes' });
  expect(refused).toEqual([expect.objectContaining({ code: 'body-not-bytes', message: expect.stringMatching(names) })]);
  expect(processed).toEqual([]);
});

test('a function platform that keeps the raw bytes in rawBody beside its parsed body is understood', async () => {
  const { receiver, processed } = start();
  const keep = express.json({
    verify: (request: NodeRequest & { rawBody?: unknown }, _response, raw) => {
      Object.assign(request, { rawBody: raw });
    },
  });
  const { url } = await serve(express().use(keep).post(PATH, expressReceiver(receiver)));
  expect((await createTestSender({ to: url, secret: SECRET }).send()).status).toBe(204);
  expect(processed).toEqual(['Anagrafica.Create']);
});

test('a Request of the Fetch API that was read before is refused by name', async () => {
  const { receiver, refused } = start();
  const { url, ...init } = signedRequest({ secret: SECRET });
  const request = new Request(url, init);
  await request.json();
  const response = await fetchReceiver(receiver)(request);
  expect([response.status, await response.text(), refused.map(({ code }) => code)]).toEqual([500, 'body-not-bytes', ['body-not-bytes']]);
});
