// Runs the quick start of the client against a running service, which has the keys of every demo, but another port.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';

const { service } = JSON.parse(process.env.RUNNING_SERVICE ?? '');
const program = await readFile('client.ts', 'utf8');
assert.ok(program.includes("'http://127.0.0.1:8080'"));
await writeFile('client-here.ts', program.replaceAll('http://127.0.0.1:8080', service.customerUrl));
const { stdout } = await promisify(execFile)('node', ['client-here.ts']);
assert.match(stdout, /^Martello da 500 g 14[.]90$/m);
