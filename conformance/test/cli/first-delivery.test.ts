import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { DeliveryFault, Fault, Faults } from '../../mutants/mutant.ts';
import { type FaultyService, startFaultyService } from '../../mutants/peer/faulty-service.ts';
import type { ReceiverConfig } from '../../src/model/target.ts';
import { type Run, runIn } from './command-line.ts';

const folder = mkdtempSync(join(tmpdir(), 'business-cloud-first-delivery-'));
const started: FaultyService[] = [];
let reaching: string;
/** The receiver has a certificate that the service does not know. */
let distrusted: string;

beforeAll(async () => {
  const service = await start();
  reaching = written('reaching.yaml', service);
  distrusted = written('distrusted.yaml', service, { caFile: join(folder, 'other.pem') });
});

afterAll(async () => {
  for (const service of started) await service.close();
  rmSync(folder, { recursive: true, force: true });
});

async function start(mutant?: Faults): Promise<FaultyService> {
  const service = await startFaultyService(mutant);
  started.push(service);
  return service;
}

/** Writes the description of a service. */
function written(name: string, { target }: FaultyService, receiver: Partial<ReceiverConfig> = target.receiver): string {
  const { service, credentials, companies, controls } = target;
  const config = join(folder, name);
  // JSON is YAML.
  const timing = { deliveryWithinMs: 3_000 };
  writeFileSync(config, JSON.stringify({ service, credentials, companies, receiver, timing, controls: { clock: controls.clock } }));
  return config;
}

function judge(config: string, ...args: readonly string[]): Promise<Run> {
  return runIn(folder, 'service', '--config', config, '--budget', 'quick', ...args);
}

/** No delivery will come, so the wait for one is short. */
const nowhere = ['--receiver.publicUrl', 'https://localhost:9', '--timing.deliveryWithinMs', '500'];

describe('business-cloud-conformance service', () => {
  test('does not begin if the target cannot reach the receiver', async () => {
    const { code, out, err } = await judge(reaching, '--rule', 'HOOK-03', ...nowhere);
    expect(err).toMatch(/: The target must deliver to https:\/\/localhost:9 within 0.5 s, but nothing connected .*ECONNREFUSED.*\n$/);
    expect(out).toBe('');
    expect(code).toBe(2);
  });

  test('does not begin if the target does not trust the receiver', async () => {
    const { code, out, err } = await judge(distrusted, '--rule', 'HOOK-03');
    expect(err).toMatch(/: The target must deliver .* it does not trust the certificate; make it trust .*other\.pem.*\n$/);
    expect(out).toBe('');
    expect(code).toBe(2);
  });

  test('does not wait for a delivery if no judged rule awaits one', async () => {
    // EVT-14 belongs to the other profile.
    const { code, out } = await judge(reaching, '--rule', 'AUTH-03', '--rule', 'EVT-14', ...nowhere);
    expect(out).toMatch(/conforms: 1 of 1 rules/);
    expect(code).toBe(0);
  });

  test('judges the other rules if inconclusive ones are allowed', async () => {
    const { code, out } = await judge(reaching, '--rule', 'AUTH-03', '--rule', 'HOOK-03', '--allow', 'inconclusive', ...nowhere);
    expect(out).toMatch(/1 of 2 rules; 1 not judged: inconclusive \(1\)/);
    expect(code).toBe(0);
  });

  test('begins when a delivery arrives, and leaves no webhook of its own behind', async () => {
    const { code, out } = await judge(reaching, '--rule', 'HOOK-03', '--rule', 'SIG-01');
    expect(out).toMatch(/conforms: 2 of 2 rules/);
    expect(code).toBe(0);
  });

  test('begins if the target fires events, even if none of contacts', async () => {
    let dropped = 0;
    const withoutContacts: DeliveryFault = async (delivery, deliver) => {
      if (!delivery.body.includes('Anagrafica.')) return await deliver(delivery);
      dropped += 1;
      return 204;
    };
    const config = written('without-contacts.yaml', await start({ deliveryFault: () => withoutContacts }));
    const { out } = await judge(config, '--rule', 'AUTH-03', '--rule', 'EVT-01');
    expect(dropped).toBeGreaterThan(0);
    expect(out).toMatch(/of 2 rules/);
  });

  test('begins if the target refuses what the probe needs, and lets the rules judge that', async () => {
    const absent = { status: 501, headers: [], body: '' };
    const fault: Fault = async (request, forward) => (request.operation === 'createWebhook' ? absent : await forward(request));
    const { code, out } = await judge(
      written('unheard.yaml', await start({ fault: () => fault })),
      '--rule',
      'HOOK-01',
      '--rule',
      'HOOK-03',
    );
    expect(out).toMatch(/does not conform: .* of 2 rules .*broken: HOOK-01/);
    expect(code).toBe(1);
  });
});
