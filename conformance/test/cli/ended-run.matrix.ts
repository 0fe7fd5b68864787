import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Agent } from 'undici';
import { afterAll, describe, expect, test } from 'vitest';
import type { Fault } from '../../mutants/mutant.ts';
import { type FaultyService, startFaultyService } from '../../mutants/peer/faulty-service.ts';
import { bodyOf } from '../../mutants/peer/message.ts';
import { runAsProcess } from './command-line.ts';

const folder = mkdtempSync(join(tmpdir(), 'business-cloud-ended-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The number of requests after which the target changes. */
const SOME = 300;

/** Judges a service with the command line. @param fault is created with a function that ends the service */
async function judged(name: string, fault: (end: () => void) => Fault) {
  let service: FaultyService | undefined;
  let closed: Promise<void> | undefined;
  const close = (): Promise<void> => {
    closed ??= service?.close() ?? Promise.resolve();
    return closed;
  };
  const made = fault(() => void close());
  service = await startFaultyService({ fault: () => made });
  try {
    const { service: addresses, credentials, companies, receiver, controls, timing } = service.target;
    const [config, report] = [join(folder, `${name}.yaml`), join(folder, `${name}.json`)];
    // JSON is YAML.
    writeFileSync(
      config,
      JSON.stringify({ service: addresses, credentials, companies, receiver, controls: { clock: controls.clock }, timing }),
    );
    const chosen = ['AUTH', 'COMP', 'EVT', 'HOOK'].flatMap((family) => ['--rule', `${family}-*`]);
    const run = ['--budget', 'quick', '--request-timeout', '2s', ...chosen, '--reporter', 'console', '--reporter', `json=${report}`];
    const { code, out } = await runAsProcess(folder, 'service', '--config', config, ...run);
    return { code, out, report: JSON.parse(readFileSync(report, 'utf8')) };
  } finally {
    await close();
  }
}

describe('a run ends with a verdict and a report', () => {
  test('where the target hangs', async () => {
    let requests = 0;
    const { code, out, report } = await judged('hangs', () => async (request, forward) => {
      requests += 1;
      return requests > SOME ? await new Promise<never>(() => undefined) : await forward(request);
    });
    expect([code, report.conclusion.verdict, report.summary.fail]).toEqual([2, 'cannot be told', 0]);
    expect(out).toContain('cannot be told');
  });

  test('where the target dies', async () => {
    let requests = 0;
    const { code, out, report } = await judged('dies', (end) => async (request, forward) => {
      requests += 1;
      if (requests === SOME) end();
      return await forward(request);
    });
    expect([code, report.conclusion.verdict, report.summary.fail]).toEqual([2, 'cannot be told', 0]);
    expect(out).toContain('cannot be told');
  });

  test('where the target goes on delivering', async () => {
    const timers: NodeJS.Timeout[] = [];
    try {
      const { code, report } = await judged('delivers', () => async (request, forward) => {
        const url = String(bodyOf(request).Url);
        // Each connection is new, so the suite has to look the address up again.
        const deliver = (): void => {
          const agent = new Agent({ connect: { rejectUnauthorized: false } });
          const told = { dispatcher: agent, method: 'POST', body: '{}' } as unknown as RequestInit;
          void fetch(`${url}-gone`, told)
            .catch(() => undefined)
            .finally(() => agent.destroy());
        };
        if (request.operation === 'createWebhook' && url.startsWith('https') && timers.length < 5) timers.push(setInterval(deliver, 20));
        return await forward(request);
      });
      expect([code, report.conclusion.verdict, report.cleanup.cutShort]).toEqual([0, 'conforms', undefined]);
    } finally {
      for (const timer of timers) clearInterval(timer);
    }
  });
});
