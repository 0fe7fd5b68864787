import { glob } from 'node:fs/promises';
import type { Benchmark } from './benchmark.ts';
import { measure } from './measure.ts';
import { table } from './table.ts';

const USAGE = `Usage: node src/bench.ts [part of a file's path]...

Measures each src/<area>/<name>.bench.ts and prints ratios to the first contender, medians of five.

Examples:
  pnpm bench
  pnpm bench events
  pnpm bench client/overhead
`;

const parts = process.argv.slice(2);
if (parts.includes('--help') || parts.includes('-h')) process.stdout.write(USAGE);
else await bench();

async function bench(): Promise<void> {
  const files: string[] = [];
  for await (const file of glob('**/*.bench.ts', { cwd: import.meta.dirname })) files.push(file);
  const chosen = files.sort().filter((file) => parts.length === 0 || parts.some((part) => file.includes(part)));
  if (chosen.length === 0) {
    process.stderr.write(`No benchmark has ${parts.join(' or ')} in its path; there are: ${files.join(', ')}\n`);
    process.exitCode = 2;
  }
  for (const file of chosen) await run(file);
}

async function run(file: string): Promise<void> {
  const { benchmark }: { readonly benchmark: Benchmark } = await import(`./${file}`);
  process.stdout.write(`\n## ${benchmark.title}\n\n${benchmark.goal === undefined ? '' : `Goal: ${benchmark.goal}.\n\n`}`);
  const { contenders, close } = await benchmark.open();
  try {
    process.stdout.write(table(await measure(contenders, benchmark.options)));
  } finally {
    await close?.();
  }
}
