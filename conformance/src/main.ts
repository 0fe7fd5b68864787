import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

// Compiling the modules takes longer than all else that a command does first: it is done once, and kept where only this user writes.
const { HOME: home } = process.env;
if (home) enableCompileCache(join(home, '.cache', 'business-cloud'));
const { runCommandLine } = await import('./cli/command-line.ts');

await runCommandLine(process.argv.slice(2));
