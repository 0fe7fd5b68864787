// Lets the receiver of the quick start listen, and sends it an event with the command of the package.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { receiverOf } from './events.ts';

const SECRET = 'whsec_quick_start';
const issued: (string | null)[] = [];
const server = receiverOf(SECRET, (numero) => issued.push(numero)).listen(0, '127.0.0.1');
await once(server, 'listening');
const { port } = server.address() as AddressInfo;
const send = ['send', `http://127.0.0.1:${port}/`, '--type', 'Documento.Emit', '--secret'];
const COMMAND = 'node_modules/.bin/business-cloud-events';

await promisify(execFile)(COMMAND, [...send, SECRET]);
assert.equal(issued.length, 1);
await assert.rejects(promisify(execFile)(COMMAND, [...send, 'whsec_of_somebody_else']));
assert.equal(issued.length, 1);
server.close();
