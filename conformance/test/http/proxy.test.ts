import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type FaultyService, startFaultyService } from '../../mutants/peer/faulty-service.ts';
import { sendAndCut } from '../../src/http/cut.ts';
import { ConfigurationError, runConformance, type Target } from '../../src/index.ts';

/** A host name that only the proxy can resolve. */
const HIDDEN = 'service.invalid';
const AUTHORIZATION = `Basic ${Buffer.from('suite:proxy-password').toString('base64')}`;

const asked: string[] = [];
const proxy = createServer().on('connect', (request, client, head) => {
  asked.push(String(request.url));
  const [host, port] = String(request.url).split(':');
  if (request.headers['proxy-authorization'] !== AUTHORIZATION)
    return void client.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n');
  if (host !== HIDDEN) return void client.end('HTTP/1.1 403 Forbidden\r\n\r\n');
  const upstream = connect(Number(port), '127.0.0.1', () => client.write('HTTP/1.1 200 Connection Established\r\n\r\n'));
  upstream.write(head);
  upstream.on('error', () => client.destroy()).on('close', () => client.destroy());
  client.on('error', () => upstream.destroy()).on('close', () => upstream.destroy());
  client.pipe(upstream).pipe(client);
});
let service: FaultyService;

beforeAll(async () => {
  await new Promise<void>((listening) => proxy.listen(0, '127.0.0.1', listening));
  service = await startFaultyService();
});
afterAll(async () => {
  await service.close();
  proxy.close();
});

function throughProxy(password: string): Target {
  const { target } = service;
  const hidden = (url: string): string => url.replace('127.0.0.1', HIDDEN).replace('localhost', HIDDEN);
  const { port } = proxy.address() as AddressInfo;
  const own = { adminUrl: hidden(target.service.adminUrl), customerUrl: hidden(target.service.customerUrl) };
  return { ...target, service: { ...target.service, ...own, proxy: `http://suite:${password}@127.0.0.1:${port}` } };
}

describe('a proxy', () => {
  test('carries every request to the service, even those that are cut, but not the clock or deliveries', async () => {
    const { rules } = await runConformance(throughProxy('proxy-password'), {
      rules: ['COMP-01', 'EVT-02', 'IDEM-11', 'IDEM-15'],
      budget: 'quick',
      seed: 1,
    });
    expect(rules.map(({ id, outcome, reason }) => [id, outcome, reason])).toEqual(
      ['COMP-01', 'EVT-02', 'IDEM-11', 'IDEM-15'].map((id) => [id, 'pass', null]),
    );
    expect(asked.length).toBeGreaterThan(3);
    expect(asked.filter((authority) => !authority.startsWith(`${HIDDEN}:`))).toEqual([]);
  });

  test('lets a call be cut as its answer begins', async () => {
    const { service: proxied } = throughProxy('proxy-password');
    const call = { method: 'GET', url: `${proxied.customerUrl}/api/v3`, headers: [] };
    const withinADay = 86_400_000;
    await expect(sendAndCut(call, 'as the answer begins', withinADay, undefined, proxied.proxy)).resolves.toBeUndefined();
  });

  test('that refuses the suite is named, without its password', async () => {
    const run = runConformance(throughProxy('wrong-password'), { rules: ['COMP-01'] });
    const error = await run.catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ConfigurationError);
    expect(String(error)).toMatch(/service\.proxy/);
    expect(String(error)).toMatch(/407/);
    expect(String(error)).not.toContain('wrong-password');
  });
});
