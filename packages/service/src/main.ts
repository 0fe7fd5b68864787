import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';

// Compiling the modules takes longer than all else that a command does first: it is done once, and kept where only this user writes.
const { HOME: home } = process.env;
if (home) enableCompileCache(join(home, '.cache', 'business-cloud'));
const { processTerminal, runProgram } = await import('#command-line');
const { program } = await import('./cli/program.ts');

// By default V8 sizes its heap by the machine: with much memory it lets several times what is in use pile up as garbage, most of it
// young. Here the young generation stays small, and the old one is collected once it has grown by a fifth.
setFlagsFromString('--semi-space-growth-factor=1');
setFlagsFromString('--heap-growing-percent=20');

// A service goes on when nobody reads what it prints; a command has failed when its output is lost.
process.stdout.on('error', ({ message }) => {
  process.stderr.write(`business-cloud-service: Standard output cannot be written (${message}); what was to be printed is lost.\n`);
  process.exitCode = 2;
});
process.stderr.on('error', () => undefined);

const exitCode = await runProgram(program, process.argv.slice(2), processTerminal());
process.exitCode ??= exitCode;
