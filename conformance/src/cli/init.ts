import { writeFileSync } from 'node:fs';
import { type Input, InputError } from '#command-line';
import { settingsFiles } from '../model/settings-files.ts';
import { clientTemplate } from './client-template.ts';
import { configurationTemplate } from './configuration-template.ts';
import type { Role } from './options.ts';
import { receiverTemplate } from './receiver-template.ts';
import type { Streams } from './streams.ts';

const descriptions = {
  service: { file: settingsFiles.service, template: configurationTemplate, fillIn: 'addresses, credentials and companies', option: '' },
  receiver: { file: settingsFiles.receiver, template: receiverTemplate, fillIn: 'address and secret', option: ' --role receiver' },
  client: { file: settingsFiles.client, template: clientTemplate, fillIn: 'the command', option: ' --role client' },
} as const;

/** `business-cloud-conformance init`. @throws {InputError} when the file exists or cannot be written */
export function init({ operands }: Input, role: Role, { out }: Streams): number {
  const { file: usual, template, fillIn, option } = descriptions[role];
  const [file = usual] = operands;
  try {
    // The user will write the password and the keys of a target into it.
    writeFileSync(file, template, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    if (code === 'EEXIST') throw new InputError(`${file} exists already. Name another file, or remove it first.`);
    throw new InputError(`${file} cannot be written (${code}); name a file in a folder that exists.`);
  }
  const doctor = `business-cloud-conformance doctor${option}${file === usual ? '' : ` --config ${file}`}`;
  out.write(`Wrote ${file}. Fill in ${fillIn}, then run '${doctor}'.\n`);
  return 0;
}
