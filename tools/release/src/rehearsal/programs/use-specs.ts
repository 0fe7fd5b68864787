// Runs the quick start of the contract, which prints its version and its paths.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const { stdout } = await promisify(execFile)('node', ['specs.ts']);
assert.match(stdout, /[/]api[/][{]version[}][/][{]companyId[}][/]articolo/);
