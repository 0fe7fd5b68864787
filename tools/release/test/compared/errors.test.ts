import { isClientError } from '@business-cloud/client';
import { afterAll, afterEach, expect, test } from 'vitest';
import { startDemo } from './demo-service.ts';

const { company, articolo, answerNext, close } = await startDemo();
afterEach(() => answerNext());
afterAll(close);

test('a kind for each error', async () => {
  const error: unknown = await company.articolo.get(999_999).catch((thrown: unknown) => thrown);
  const kind = isClientError(error) && error.code === 'not-found' ? error.problem?.title : undefined;
  expect(kind).toBeTypeOf('string');
});

test('every wrong member in the message', async () => {
  const call = company.articolo.create({ descrizione: '', prezzo: 'a lot' });
  await expect(call).rejects.toThrow(/descrizione.*prezzo/);
  await expect(call).rejects.toMatchObject({ errors: [{ pointer: '/descrizione' }, { pointer: '/prezzo' }] });
});

test('cause of a lost connection', async () => {
  answerNext('lost');
  const call = company.articolo.get(articolo.id, { maxRetries: 0 });
  const lost = expect.stringMatching(/^(UND_ERR_SOCKET|ECONNRESET)$/);
  await expect(call).rejects.toMatchObject({ code: 'transport', cause: { cause: { code: lost } } });
});

test('what a proxy answered instead', async () => {
  answerNext({ status: 403, headers: { 'Content-Type': 'text/html' }, body: '<h1>Blocked</h1>' });
  const call = company.articolo.get(articolo.id);
  await expect(call).rejects.toMatchObject({ answer: { status: 403, body: '<h1>Blocked</h1>' } });
});

test('headers of a refusal', async () => {
  answerNext({ status: 404, headers: { 'Content-Type': 'application/problem+json', 'CF-Ray': '7d1' }, body: '{}' });
  const call = company.articolo.get(articolo.id);
  await expect(call).rejects.toMatchObject({ code: 'not-found', headers: { 'cf-ray': '7d1' } });
});

test('request id of a refusal', async () => {
  const call = company.articolo.get(999_999);
  await expect(call).rejects.toMatchObject({ requestId: expect.stringMatching(/\S/) });
});

test('key to repeat a lost write', async () => {
  answerNext('lost');
  const rossi = { nome: 'Rossi' };
  const error: unknown = await company.anagrafica.create(rossi, { maxRetries: 0 }).catch((thrown: unknown) => thrown);
  const idempotencyKey = isClientError(error) ? error.idempotencyKey : undefined;
  expect(await company.anagrafica.create(rossi, { idempotencyKey })).toMatchObject({ status: 201, idempotencyKey });
});
