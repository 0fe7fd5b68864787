// Judges a running service by the library program of the suite.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const { stdout } = await promisify(execFile)('node', ['conformance.ts', process.env.CONFORMANCE_CONFIG ?? '']);
assert.match(stdout, /^[1-9]\d* passed, 0 failed$/m);
