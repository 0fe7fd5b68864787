import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runIn } from './command-line.ts';

/** A service after one afternoon of work: a login, and the creation of stock items, which checks the token and nothing else. */
const service = createServer((request, response) => {
  let body = '';
  request.on('data', (part: Buffer) => {
    body += part.toString();
  });
  request.on('end', () => {
    const answer = (status: number, headers: Record<string, string> = {}, text = '{}'): void =>
      void response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(text);
    const path = request.url?.split('?')[0] ?? '';
    if (path.endsWith('/authenticate')) return answer(body.includes('"password-1"') ? 200 : 401, { 'X-Token': 'token-of-mine' });
    if (request.headers.authorization !== 'Bearer token-of-mine') return answer(401);
    if (request.method !== 'POST' || !path.endsWith('/articolo')) return answer(501);
    answer(201, { Location: `${path}/1` }, JSON.stringify({ ...JSON.parse(body), id: 1, concurrencyToken: 1 }));
  });
});

const folder = mkdtempSync(join(tmpdir(), 'business-cloud-half-built-'));

beforeAll(async () => {
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
  const described = {
    service: { adminUrl: url, customerUrl: url, version: 'v3', headerWord: 'Service' },
    credentials: { userName: 'u', password: 'password-1', apiKey: 'key-of-mine-123456' },
    companies: [{ id: '1', licenseKey: 'license-of-1-abcdef' }],
  };
  // JSON is YAML.
  writeFileSync(join(folder, 'conformance.yaml'), JSON.stringify(described));
});

afterAll(async () => {
  service.closeAllConnections();
  await new Promise((resolve) => service.close(resolve));
  rmSync(folder, { recursive: true, force: true });
});

test('a service that has begun is told the one next thing, on one screen or two', async () => {
  const { code, out } = await runIn(
    folder,
    'service',
    '--budget',
    'quick',
    '--seed',
    '7',
    '--reporter',
    'console',
    '--reporter',
    'json=run.json',
  );
  expect(code).toBe(1);
  expect(out.split('\n').length).toBeLessThan(70);
  expect(out.trimEnd().split('\n').at(-3)).toMatch(/^next: createWebhook \(501\) holds up \d\d rules$/);
  const report = JSON.parse(readFileSync(join(folder, 'run.json'), 'utf8'));
  expect(report.next).toMatch(/^createWebhook \(501\)/);
  expect(report.answers).toContainEqual(expect.objectContaining({ operation: 'createAnagrafica', status: 501 }));
});

test('--verbose names all of it', async () => {
  const { out } = await runIn(folder, 'service', '--budget', 'quick', '--seed', '7', '--rule', 'COMP-*', '--rule', 'HDR-*', '--verbose');
  expect(out).toMatch(/\n {2}never getArticolo: /);
  expect(out).toMatch(/\n✗ COMP-06 [\s\S]*\n {2}again /);
});
