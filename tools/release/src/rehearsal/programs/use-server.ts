// Starts the service of the quick start and calls its operations.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';

const child = spawn('node', ['server.ts'], { env: { ...process.env, PORT: '0' }, stdio: ['ignore', 'pipe', 'inherit'] });
try {
  const [printed] = await once(child.stdout, 'data');
  const url = `${String(printed).trim()}/api/v3`;
  const keys = { 'X-Service-ApiKey': 'my-api-key', 'X-Service-LicenseKey': 'my-license-key' };
  const body = JSON.stringify({ UserName: 'ada', Password: 'secret' });
  const login = await fetch(`${url}/authenticate`, { method: 'POST', headers: { ...keys, 'Content-Type': 'application/json' }, body });
  const headers = { ...keys, Authorization: `Bearer ${login.headers.get('X-Token')}` };
  const found = await fetch(`${url}/7/articolo/1`, { headers });
  assert.match(await found.text(), /Martello/);
  assert.equal((await fetch(`${url}/7/articolo/2`, { headers })).status, 404);
  assert.equal((await fetch(`${url}/7/Documento`, { headers })).status, 501);
} finally {
  child.kill();
}
