// Writes dist/: what the package publishes beside the sources, and its command in one file.
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';
import { SPECS_FOLDER } from '../lint/contract.ts';
import { writePublished } from './write-published.ts';

const dist = join(SPECS_FOLDER, 'dist');

await rm(dist, { recursive: true, force: true });
await writePublished(dist);
// The command brings the private packages that it uses inside it, since nobody can install them.
await build({
  entryPoints: [join(SPECS_FOLDER, 'src/cli.ts')],
  outfile: join(dist, 'cli.js'),
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  logLevel: 'warning',
});
