import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const file = join(import.meta.dirname, 'quick-start.ts');
const quickStart = readFileSync(file, 'utf8');

test('the quick start of the README is the one that is compiled here, and has less than 30 lines', () => {
  const readme = readFileSync(join(import.meta.dirname, '../README.md'), 'utf8');
  expect(/```ts\n([\s\S]*?)```/.exec(readme)?.[1]).toBe(quickStart);
  expect(quickStart.trimEnd().split('\n').length).toBeLessThan(30);
});

test('the quick start runs, and answers', async () => {
  const child = spawn(process.execPath, [file], { env: { ...process.env, PORT: '0' }, stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    const url = await new Promise<string>((resolve) => child.stdout.once('data', (chunk) => resolve(String(chunk).trim())));
    const keys = { 'X-Service-ApiKey': 'my-api-key', 'X-Service-LicenseKey': 'my-license-key' };
    const login = await fetch(`${url}/api/v3/authenticate`, {
      method: 'POST',
      headers: { ...keys, 'Content-Type': 'application/json' },
      body: JSON.stringify({ UserName: 'ada', Password: 'secret' }),
    });
    const headers = { ...keys, Authorization: `Bearer ${login.headers.get('X-Token')}` };
    expect(await (await fetch(`${url}/api/v3/7/articolo/1`, { headers })).json()).toMatchObject({ descrizione: 'Martello' });
    expect((await fetch(`${url}/api/v3/7/articolo/2`, { headers })).status).toBe(404);
    expect((await fetch(`${url}/api/v3/7/Documento`, { headers })).status).toBe(501);
  } finally {
    child.kill();
  }
});
