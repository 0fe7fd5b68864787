import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type OutgoingHttpHeaders } from 'node:http';
import { get } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import type { Fault } from '../../mutants/mutant.ts';
import { startFaultyService } from '../../mutants/peer/faulty-service.ts';
import { bodyOf } from '../../mutants/peer/message.ts';
import { type Run, runIn } from './command-line.ts';

const folder = mkdtempSync(join(tmpdir(), 'business-cloud-unseen-'));

afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Reply {
  readonly status: number;
  readonly headers: OutgoingHttpHeaders;
  readonly body: string;
}

const page: Reply = { status: 200, headers: { 'Content-Type': 'text/html' }, body: '<!doctype html><title>Welcome</title>' };
const unknown: Reply = { status: 401, headers: { 'Content-Type': 'application/json' }, body: '{}' };
const otherUser = ['--otherUser.userName', 'o', '--otherUser.password', 'p'];
const json = { 'Content-Type': 'application/json' };

/** Runs doctor against a server with one answer for everything, except for paths that end in one of the given parts. */
async function doctorAt(reply: Reply, others: Readonly<Record<string, Reply>> = {}, ...args: readonly string[]): Promise<Run> {
  const server = createServer((request, response) => {
    request.resume();
    const { status, headers, body } = others[request.url?.split('/').at(-1) ?? ''] ?? reply;
    response.writeHead(status, headers).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const settings = {
    'credentials.userName': 'u',
    'credentials.password': 'p',
    'credentials.apiKey': 'k',
    'companies.0.id': '1',
    'companies.0.licenseKey': 'l',
    'controls.clock': `${address}/clock`,
  };
  const described = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, value]);
  try {
    return await runIn(folder, 'doctor', '--target', address, ...described, ...args);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

/** The findings that are right. */
function ticked({ out }: Run): readonly string[] {
  return [...out.matchAll(/^✓ (.*?):/gm)].map(([, what = '']) => what);
}

describe('business-cloud-conformance doctor', () => {
  test.for<[string, Reply]>([
    ['a page', page],
    ['500', { status: 500, headers: { 'Content-Type': 'text/plain' }, body: 'It broke.' }],
    ['302', { status: 302, headers: { Location: '/login' }, body: '' }],
    ['404', { status: 404, headers: { 'Content-Type': 'text/html' }, body: '<h1>Not found</h1>' }],
    ['an empty object', { status: 200, headers: json, body: '{}' }],
  ])('ticks nothing of a target that answers everything by %s', async ([, reply]) => {
    const run = await doctorAt(reply, {}, ...otherUser);
    expect(ticked(run).filter((what) => what !== 'clock control')).toEqual(['receiver']);
    expect(run.out).not.toContain('A run can begin.');
    expect(run.code).toBe(2);
  });

  test('does not take an HTML page for a moved clock', async () => {
    const { out } = await doctorAt(page);
    expect(out).toMatch(/✗ clock control: .*does not move the clock \(.*answered 200 with text\/html\)/);
  });

  test('claims no more about a clock than its answer shows', async () => {
    const silent = { status: 204, headers: {}, body: '' };
    expect((await doctorAt(page, { clock: silent })).out).toMatch(/✓ clock control: .* does not report the new time/);
    const telling = { status: 200, headers: json, body: `{"nowMs":${Date.now()}}` };
    expect((await doctorAt(page, { clock: telling })).out).toMatch(/✓ clock control: .* moves the clock$/m);
  });

  test('does not take an HTML page for an accepted license key or for a login', async () => {
    const token = { ...page, headers: { ...page.headers, 'X-Token': 't' } };
    const run = await doctorAt(page, { authenticate: token, Azienda: unknown }, ...otherUser);
    expect(ticked(run)).toEqual(['receiver', 'Admin API and credentials', 'Customer API', 'the other user']);
    expect(run.out).toMatch(/\? company 1: companies\[0\]: listArticolo is answered 200 with text\/html/);
    const without = await doctorAt(page, { authenticate: page, Azienda: unknown }, ...otherUser);
    expect(ticked(without)).toEqual(['receiver', 'Customer API']);
  });
});

describe('business-cloud-conformance doctor, before a service that delivers nothing', () => {
  test('does not take a probe of the Url for a delivery', async () => {
    const look: Fault = async (request, forward) => {
      const { Url: url } = request.operation === 'createWebhook' ? bodyOf(request) : {};
      if (typeof url === 'string') await lookAt(url);
      return await forward(request);
    };
    const service = await startFaultyService({ fault: () => look, deliveryFault: () => async () => 204 });
    const { service: addresses, credentials, companies, receiver } = service.target;
    const config = join(folder, 'looks.yaml');
    // JSON is YAML.
    writeFileSync(config, JSON.stringify({ service: addresses, credentials, companies, receiver }));
    const { code, out } = await runIn(folder, 'doctor', '--config', config, '--timing.deliveryWithinMs', '2000');
    await service.close();
    expect(out).toMatch(/\? certificate trust and one delivery: the target only probed https:/);
    expect(code).toBe(2);
  });
});

/** Checks whether an address answers, as a service may do when it gets a Url. */
async function lookAt(url: string): Promise<void> {
  await new Promise((resolve, reject) => {
    get(url, { rejectUnauthorized: false }, (response) => response.resume().once('end', resolve)).once('error', reject);
  });
}

describe('what the doctor advises', () => {
  test.for([
    ['stated', /COMP-07 is judged in full$/m, []],
    ['reference', /COMP-07 is judged in full, and COMP-09 at all$/m, ['otherUser']],
  ] as const)('is what the profile %s uses', async ([profile, foreign, others]) => {
    const { out } = await doctorAt(page, {}, '--profile', profile);
    expect(out).toMatch(foreign);
    expect([...out.matchAll(/^· (otherUser):/gm)].map(([, what]) => what)).toEqual(others);
  });

  test('refuses an unknown profile', async () => {
    const { code, err } = await doctorAt(page, {}, '--profile', 'states');
    expect(err).toMatch(/--profile must be one of stated, reference/);
    expect(code).toBe(2);
  });
});
