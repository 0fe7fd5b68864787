import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { configYaml, demoConfig } from '../src/cli/demo-config.ts';
import { clockControl } from '../src/http/clock-control.ts';
import { type Service, seedDemo, startService } from '../src/index.ts';
import { startRoundRobin } from './harness/round-robin.ts';
import { freshDatabase } from './harness/stores.ts';

const SUITE = join(import.meta.dirname, '../../../conformance/src/cli.ts');

/** The families of rules about what nodes share; the others are about a request alone. */
const SHARED = ['AUTH', 'CONC', 'DLV', 'EVT', 'HOOK', 'IDEM'];

// Under `reference` every rule is judged, those of `stated` too.
test('two nodes on one PostgreSQL behind one address conform under reference, whichever of them answers', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'nodes-'));
  const caFile = join(folder, 'ca.pem');
  const options = {
    database: await freshDatabase(),
    sealingKey: randomBytes(32),
    log: pino({ level: 'silent' }),
    deliveryAllow: ['127.0.0.0/8', '::1/128'],
    deliveryCaFile: caFile,
    // How slow a password is to check is another matter than what two nodes do.
    passwordCost: { memoryKiB: 8, passes: 1 },
  };
  const nodes = await Promise.all([startService(options), startService(options)]);
  const urls = await Promise.all(nodes.map(serveEachRequestAnew));
  const front = await startRoundRobin(urls);
  const [first, second] = nodes;
  const clock = clockControl({
    ...first.clock,
    advance(byMs) {
      second.clock.advance(byMs);
      return first.clock.advance(byMs);
    },
  });
  const clockUrl = `${await clock.listen({ host: '127.0.0.1', port: 0 })}/clock`;
  const config = demoConfig({
    access: await seedDemo(first),
    url: front.url,
    adminUrl: front.url,
    clockUrl,
    headerWord: 'Service',
    caFile,
  });
  const [configFile, reportFile] = [join(folder, 'conformance.yaml'), join(folder, 'report.json')];
  writeFileSync(configFile, configYaml(config));
  try {
    expect(await judge(configFile, reportFile, 'reference')).toEqual({ exitCode: 0, failures: [] });
  } finally {
    await Promise.all([front.close(), clock.close(), ...nodes.map((node) => node.close())]);
    rmSync(folder, { recursive: true });
  }
});

/** Every answer ends its connection, so that the next request is another node's. */
async function serveEachRequestAnew({ app }: Service): Promise<string> {
  app.server.prependListener('request', (_request: IncomingMessage, response: ServerResponse) => {
    response.shouldKeepAlive = false;
  });
  return app.listen({ host: '127.0.0.1', port: 0 });
}

interface Report {
  readonly rules: readonly { readonly id: string; readonly outcome: string; readonly failure?: { readonly message: string } }[];
}

interface Verdict {
  readonly exitCode: unknown;
  readonly failures: readonly unknown[];
}

async function judge(config: string, report: string, profile: string): Promise<Verdict> {
  const chosen = SHARED.flatMap((family) => ['--rule', `${family}-*`]);
  const args = [SUITE, 'service', '--config', config, '--profile', profile, '--budget', 'quick', '--reporter', `json=${report}`, ...chosen];
  const child = spawn(process.execPath, args, { stdio: 'ignore' });
  const [exitCode] = await once(child, 'exit');
  const { rules } = JSON.parse(readFileSync(report, 'utf8')) as Report;
  const failed = rules.filter(({ outcome }) => outcome === 'fail' || outcome === 'error');
  return { exitCode, failures: failed.map(({ id, failure }) => [id, failure?.message]) };
}
