// Runs the quick start of the service, which prints the stock items of both companies.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const { stdout } = await promisify(execFile)('node', ['service.ts']);
assert.match(stdout, /Martello da 500 g/);
assert.match(stdout, /Storia di Bologna/);
