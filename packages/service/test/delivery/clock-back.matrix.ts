import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { createWebhook, startRunning } from '../harness/running.ts';
import { stores } from '../harness/stores.ts';

const HOUR_MS = 3_600_000;

afterEach(() => void vi.restoreAllMocks());

/** Puts the clock of the machine back, which then runs on as before. */
function putClockBack(byMs: number): void {
  const now = Date.now.bind(Date);
  vi.spyOn(Date, 'now').mockImplementation(() => now() - byMs);
}

describe.each(stores)('on $name', ({ location }) => {
  test('D-21: while the machine’s clock is put back by an hour, retries and new events go out all the same', async () => {
    const running = await startRunning({ database: await location(), retryDelaysMs: [2_000, 2_000] });
    onTestFinished(running.close);
    await createWebhook(running, { Events: ['Anagrafica.Create'] });
    running.receiver.behave((_request, count) => (count === 1 ? 500 : 204));
    await running.call('POST', '/api/v3/1/Anagrafica', { body: { nome: 'Retried' } });
    await running.receiver.waitFor(1);
    await running.settled();
    putClockBack(HOUR_MS);
    await running.receiver.waitFor(2);
    await running.call('POST', '/api/v3/1/Anagrafica', { body: { nome: 'New' } });
    await running.receiver.waitFor(3);
    const names = running.receiver.received.map(({ body }) => JSON.parse(String(body)).Object.nome);
    expect(names).toEqual(['Retried', 'Retried', 'New']);
  });
});
