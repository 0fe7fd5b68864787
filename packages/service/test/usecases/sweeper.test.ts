import { expect, onTestFinished, test, vi } from 'vitest';
import { startRunning } from '../harness/running.ts';

const DAY_MS = 24 * 3_600_000;

test('D-21: events that are older than they are kept are removed', async () => {
  const running = await startRunning({ keepEventsMs: 2 * DAY_MS });
  onTestFinished(running.close);
  await running.call('POST', '/api/v3/1/Anagrafica', { body: { nome: 'Old' } });
  running.service.clock.advance(DAY_MS);
  await running.call('POST', '/api/v3/1/Anagrafica', { body: { nome: 'Young' } });
  const names = async () => {
    const { body } = await running.call('GET', '/api/v3/config/evento');
    return Array.from(body as unknown as { evento: { Object: { nome: string } } }[]).map(({ evento }) => evento.Object.nome);
  };
  expect(await names()).toEqual(['Young', 'Old']);
  running.service.clock.advance(DAY_MS + 1);
  await vi.waitFor(async () => expect(await names()).toEqual(['Young']), 150_000);
});
