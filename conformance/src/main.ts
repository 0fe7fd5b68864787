import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

// Compiling the modules takes longer than all else that a command does first: it is done once, and kept where only this user writes.
const { HOME: home } = process.env;
if (home) enableCompileCache(join(home, '.cache', 'business-cloud'));
const { runCommand } = await import('./cli/run-command.ts');

const { stdout, stderr } = process;
const exitCode = await runCommand(process.argv.slice(2), { out: stdout, err: stderr });
// Ends the process once everything is written: a check that was stopped may still be waiting for something.
stdout.write('', () => stderr.write('', () => process.exit(exitCode)));
