import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { startFaultyService } from '../../mutants/peer/faulty-service.ts';
import { TOKEN_LIFETIME_MS } from '../../src/generated/limits.ts';
import { runConformance } from '../../src/index.ts';

/** A proxy for a clock control. It answers with the time, but is slow to do so after the first long move. */
async function startSlowControl(url: string): Promise<{ readonly url: string; readonly close: () => Promise<void> }> {
  let [aheadMs, wasLate] = [0, false];
  const server = createServer(async (request, response) => {
    const body = await text(request);
    await fetch(url, { method: 'POST', body });
    const { advanceMs } = JSON.parse(body);
    aheadMs += advanceMs;
    const shown = JSON.stringify({ nowMs: Date.now() + aheadMs });
    const isLate = !wasLate && advanceMs > TOKEN_LIFETIME_MS / 3;
    wasLate ||= isLate;
    if (isLate) await sleep(400);
    response.setHeader('Content-Type', 'application/json').end(shown);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = async (): Promise<void> => {
    server.closeAllConnections();
    await server[Symbol.asyncDispose]();
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/clock`, close };
}

test('AUTH-05: a token with the configured lifetime has expired after it, even if the clock answers late', async () => {
  const service = await startFaultyService();
  const control = await startSlowControl(service.target.controls.clock ?? '');
  try {
    const target = { ...service.target, controls: { clock: control.url, tokenLifetimeAtMostMs: TOKEN_LIFETIME_MS } };
    // Another rule follows retries and moves the clock during that wait.
    const { rules } = await runConformance(target, { rules: ['AUTH-05', 'DLV-10'], profile: 'reference', budget: 'quick', seed: 1 });
    expect(rules.map(({ id, outcome }) => `${id}: ${outcome}`)).toEqual(['AUTH-05: pass', 'DLV-10: pass']);
  } finally {
    await control.close();
    await service.close();
  }
});
