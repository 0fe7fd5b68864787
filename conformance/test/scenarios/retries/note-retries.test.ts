import { expect, test } from 'vitest';
import type { CheckContext } from '../../../src/model/check-context.ts';
import type { Attempt } from '../../../src/model/webhook.ts';
import { confirm, ReceiverEndpoint } from '../../../src/receiver/endpoint.ts';
import { noteRetries, TimedDelivery } from '../../../src/scenarios/retries/note-retries.ts';

function arrived(): Attempt {
  return { method: 'POST', path: '/', rawHeaders: [], body: Buffer.from('{}'), remoteAddress: '127.0.0.1', arrivedAt: Date.now() };
}

test('the clock waits for a retry in progress, as long as the target takes to answer calls', async () => {
  const endpoint = new ReceiverEndpoint('hook', confirm);
  const attempts: Attempt[] = [];
  const followed = new TimedDelivery({ type: 'Anagrafica.Create', attempts });
  const arrive = (): void => {
    attempts.push(arrived());
    endpoint.take(arrived());
  };
  arrive();
  followed.note(0, Date.now());
  const moves: number[] = [];
  const context = {
    clock: { nowMs: () => Date.now(), shownAt: (atMs: number) => ({ fromMs: atMs, toMs: atMs }) },
    target: { service: { headerWord: 'Business' } },
    api: () => Promise.resolve({ call: () => ({}) }),
    send: () => Promise.resolve(attempts.length === 1 && arrive()),
    advance: (byMs: number) => Promise.resolve(moves.push(byMs)),
  } as unknown as CheckContext;
  expect(await noteRetries(context, endpoint, [followed], 1)).toBeUndefined();
  expect([moves, followed.attempts.length]).toEqual([[], 2]);
});
