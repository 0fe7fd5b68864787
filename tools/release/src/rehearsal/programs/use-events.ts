// Starts the receiver of the quick start, and sends it an event with the command of the package.
import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';

const SECRET = 'whsec_quick_start';
const COMMAND = 'node_modules/.bin/business-cloud-events';
const env = { ...process.env, PORT: '0', WEBHOOK_SECRET: SECRET };
const receiver = spawn('node', ['events.ts'], { env, stdio: ['ignore', 'pipe', 'inherit'] });
const lines = createInterface(receiver.stdout);
const printed: string[] = [];
lines.on('line', (line) => printed.push(line));
const [where] = await once(lines, 'line');
const port = /port: (\d+)/.exec(String(where))?.[1];
const send = ['send', `http://127.0.0.1:${port}/`, '--type', 'Documento.Emit', '--secret'];
try {
  await promisify(execFile)(COMMAND, [...send, SECRET]);
  await assert.rejects(promisify(execFile)(COMMAND, [...send, 'whsec_of_somebody_else']));
} finally {
  receiver.kill();
  await once(lines, 'close');
}
assert.equal(printed.length, 2);
assert.match(printed[1] ?? '', /^issued \S+$/);
