import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

// Compiling the modules takes most of the start-up time. The cache is in a folder where only this user can write.
const { HOME: home } = process.env;
if (home) enableCompileCache(join(home, '.cache', 'business-cloud'));
const { runCommand } = await import('./cli/commands.ts');

const { stdout, stderr } = process;
const exitCode = await runCommand(process.argv.slice(2), { out: stdout, err: stderr });
// Ends the process once everything is written, since a check that was stopped may still be waiting.
stdout.write('', () => stderr.write('', () => process.exit(exitCode)));
