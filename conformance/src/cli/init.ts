import { writeFileSync } from 'node:fs';
import { parseArguments } from './argument.ts';
import { configurationTemplate } from './configuration-template.ts';
import type { Streams } from './streams.ts';
import { DEFAULT_FILE } from './target-options.ts';
import { UsageError } from './usage-error.ts';

const help = `Writes a conformance.yaml with every setting, its default and what it is for.

Usage: business-cloud-conformance init [FILE]

  FILE      where to write it (default: ${DEFAULT_FILE}); a file that exists is left alone
  --help    this text

Example:
  business-cloud-conformance init staging.yaml
`;

/** `business-cloud-conformance init`. @throws UsageError when the file exists or cannot be written. */
export function initCommand(args: readonly string[], { out }: Streams): number {
  const { values, positionals } = parseArguments('init', args, { help: { type: 'boolean', short: 'h' } }, true);
  if (values.help) {
    out.write(help);
    return 0;
  }
  const [file = DEFAULT_FILE, ...more] = positionals;
  if (more.length > 0) throw new UsageError(`init takes one file; ${more.join(' ')} is too much.`);
  try {
    writeFileSync(file, configurationTemplate, { flag: 'wx' });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    if (code === 'EEXIST') throw new UsageError(`${file} exists and is left alone; name another file, or remove it first.`);
    throw new UsageError(`${file} cannot be written (${code}); name a file in a folder that exists.`);
  }
  const doctor = `business-cloud-conformance doctor${file === DEFAULT_FILE ? '' : ` --config ${file}`}`;
  out.write(`Wrote ${file}. Fill in addresses, credentials and companies, then run '${doctor}'.\n`);
  return 0;
}
