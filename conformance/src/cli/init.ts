import { writeFileSync } from 'node:fs';
import { parseArguments } from './argument.ts';
import { DEFAULT_CLIENT_FILE } from './client-options.ts';
import { clientTemplate } from './client-template.ts';
import { configurationTemplate } from './configuration-template.ts';
import { DEFAULT_RECEIVER_FILE } from './receiver-options.ts';
import { receiverTemplate } from './receiver-template.ts';
import { roleHelp, splitRole } from './role.ts';
import type { Streams } from './streams.ts';
import { DEFAULT_FILE } from './target-options.ts';
import { UsageError } from './usage-error.ts';

/** What is written for each role. */
const descriptions = {
  service: { file: DEFAULT_FILE, template: configurationTemplate, fillIn: 'addresses, credentials and companies', option: '' },
  receiver: { file: DEFAULT_RECEIVER_FILE, template: receiverTemplate, fillIn: 'address and secret', option: ' --role receiver' },
  client: { file: DEFAULT_CLIENT_FILE, template: clientTemplate, fillIn: 'the command', option: ' --role client' },
} as const;

const help = `Writes a file with every setting, its default and what it is for. A run reads it to know what it judges.

Usage: business-cloud-conformance init [--role ROLE] [FILE]

  FILE                     where to write it (default: ${DEFAULT_FILE}, of a receiver ${DEFAULT_RECEIVER_FILE},
                           of a client ${DEFAULT_CLIENT_FILE}); a file that exists is never changed
${roleHelp}
  --help                   this text

Examples:
  business-cloud-conformance init staging.yaml
  business-cloud-conformance init --role receiver
`;

/** `business-cloud-conformance init`. @throws UsageError when the file exists or cannot be written. */
export function initCommand(args: readonly string[], { out }: Streams): number {
  const { role, rest } = splitRole(args);
  const { file: usual, template, fillIn, option } = descriptions[role];
  const { values, positionals } = parseArguments('init', rest, { help: { type: 'boolean', short: 'h' } }, true);
  if (values.help) {
    out.write(help);
    return 0;
  }
  const [file = usual, ...more] = positionals;
  if (more.length > 0) throw new UsageError(`init takes one file; ${more.join(' ')} is too much.`);
  try {
    // The password and the keys of a target will stand in it.
    writeFileSync(file, template, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    if (code === 'EEXIST') throw new UsageError(`${file} exists, and is not changed. Name another file, or remove it first.`);
    throw new UsageError(`${file} cannot be written (${code}); name a file in a folder that exists.`);
  }
  const doctor = `business-cloud-conformance doctor${option}${file === usual ? '' : ` --config ${file}`}`;
  out.write(`Wrote ${file}. Fill in ${fillIn}, then run '${doctor}'.\n`);
  return 0;
}
