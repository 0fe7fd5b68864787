import { readFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { type Evento, sign } from '../src/index.ts';
import { createReceiver } from './quick-start.ts';

const PACKAGE = join(import.meta.dirname, '..');

test('the quick start of the README is the file that is compiled and run here', async () => {
  const readme = await readFile(join(PACKAGE, 'README.md'), 'utf8');
  expect(readme).toContain(`\`\`\`ts\n${await readFile(join(PACKAGE, 'test/quick-start.ts'), 'utf8')}\`\`\`\n`);
});

test('the quick start accepts a signed delivery, processes it once, and refuses one that was changed', async () => {
  const processed: Evento[] = [];
  const server = createReceiver('whsec', (evento) => processed.push(evento));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
  });
  const body = await readFile(join(PACKAGE, '../../specs/examples/articolo.Create/created.json'));
  const header = sign({ body, secret: 'whsec', timestamp: Math.floor(Date.now() / 1000) });
  const post = async (bytes: Uint8Array<ArrayBuffer>, headers: Record<string, string>) => {
    const response = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, { method: 'POST', body: bytes, headers });
    return [response.status, await response.text()];
  };
  const bytes = Uint8Array.from(body);
  expect(await post(bytes, { 'Service-Signature': header })).toEqual([204, '']);
  expect(await post(bytes, { 'Service-Signature': header })).toEqual([204, '']);
  expect(await post(Uint8Array.from([...bytes, 0x20]), { 'Service-Signature': header })).toEqual([400, 'mismatch']);
  expect(await post(bytes, {})).toEqual([400, 'missing-header']);
  expect(processed.map(({ Type }) => Type)).toEqual(['articolo.Create']);
});
