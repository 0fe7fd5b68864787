import { writeFileSync } from 'node:fs';
import { type Input, InputError } from '#command-line';
import { settingsFiles } from '../model/settings-files.ts';
import { configurationTemplate } from './configuration-template.ts';
import type { Role } from './options.ts';
import type { Streams } from './streams.ts';

/** The file that `init --role receiver` writes: the required settings, and the others commented out at their defaults. */
const receiverTemplate: string = `# What the conformance suite judges: a receiver of webhooks. It holds a secret: keep it out of version control.

target: http://127.0.0.1:8080/webhook   # where the receiver takes deliveries
secret: whsec_...                       # the secret of the webhook, from the answer to its creation

# How far a timestamp may be from the time of the receiver, in seconds.
# tolerance: 300

# A URL or a command that shows how often each event was processed: {"processed": {"<eventGuid>": count}}.
# Without either, the suite cannot see whether an event was processed once.
# effects: http://127.0.0.1:8080/effects
# effectsCommand: sqlite3 events.db "select json_object('processed', json_group_object(guid, times)) from processed"

# How soon the receiver should answer a delivery.
# answerWithin: 5s

# An address of this machine that the receiver does not list as a sender.
# foreignAddress: 127.0.0.2

# The product word in header names: Service-Signature.
# headerWord: Service

# The PEM file of the CA of an https receiver, if it is not a well-known one.
# caFile: ca.pem
`;

/** The file that `init --role client` writes: the required command, and the other settings commented out at their defaults. */
const clientTemplate: string = `# What the conformance suite judges: a client of the API. The suite starts this command many times. Environment
# variables say what the client has to do, and where the service is: CONFORMANCE_SCENARIO, CONFORMANCE_ADMIN_URL,
# CONFORMANCE_CUSTOMER_URL and so on. All of them are listed in
#   https://github.com/business-cloud/business-cloud/blob/main/docs/conformance/clients.md

client: [python3, client.py]   # the command and its arguments; no shell reads them

# After this time the client counts as hanging. The suite then ends it, with everything that it started.
# scenarioTimeout: 20s

# The product word in header names: X-Service-ApiKey.
# headerWord: Service
`;

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
