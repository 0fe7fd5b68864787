import { writeFileSync } from 'node:fs';
import { type Input, InputError } from '#command-line';
import { defaultPaths } from '../config/defaults.ts';
import { codeOf } from '../model/configuration-error.ts';
import { settingsFiles } from '../model/result.ts';
import type { Role } from './options.ts';
import type { Streams } from './streams.ts';

const pathLines = Object.entries(defaultPaths)
  .map(([setting, path]) => `#   ${setting}: ${path}`)
  .join('\n');

/** The file that `init` writes: the required settings, and the others commented out at their defaults. */
export const configurationTemplate: string = `# What the conformance suite judges. Paths of files are relative to this file. It holds secrets: keep it out of version
# control, or write each secret as \${NAME}, the name of an environment variable.

service:
  adminUrl: http://127.0.0.1:8080      # base address of the Admin API; it may have a path
  customerUrl: http://127.0.0.1:8080   # base address of the Customer API
  # version: v3                        # the path segment /api/{version}/
  # caFile: service-ca.pem             # the CA of an https service, if it is not a well-known one
  # clientCertificate: { cert: suite.pem, key: suite.key }   # the suite's certificate for mutual TLS
  # proxy: http://127.0.0.1:3128       # for the requests to the service, and nothing else
  # headers: { X-Gateway-Key: key }    # added to every request to the service; no report shows them
  # headerWord: Service                # the product word in header names: X-Service-ApiKey, Service-Signature

credentials:
  userName: user
  password: password
  apiKey: api-key
  # applicationId: business-cloud-conformance

# Two companies, so that the suite can judge isolation. An id is an integer of any size.
companies:
  - { id: 1, licenseKey: license-key-of-1 }
  - { id: 2, licenseKey: license-key-of-2 }

# Another user of the first company, with the same API key (IDEM-16 and others).
# otherUser: { userName: other-user, password: password-of-the-other-user }

# A company that exists but does not belong to this user, with its license key (COMP-07, COMP-09).
# foreignCompany: { id: 9, licenseKey: license-key-of-9 }

# The suite's own HTTPS endpoint for webhook deliveries.
receiver:
  listen: 127.0.0.1:0                  # host:port; port 0 takes a free port
  publicUrl: https://localhost:{port}  # how the target reaches it
  caFile: ca.pem                       # the CA that the target must trust; each run writes it
  # tls: { cert: receiver.pem, key: receiver.key }   # your certificate, instead of the suite's own
  # senderAddresses: [127.0.0.1]       # where deliveries may come from (DLV-06)

# What the source leaves open. Paths may hold {version}, {companyId} and {id}. Write null for an absent operation.
# surface:
${pathLines}
#   bodies:                            # the bodies of creations
#     anagrafica: { nome: Conformance }
#     articolo: { codice: CONFORMANCE, descrizione: Conformance }
#     documento: {}
#   eventObjects: { anagrafica: Anagrafica, articolo: articolo, documento: Documento, xml: FatturaElettronicaXml }
#   companyId: id                      # the member of a listed company that holds its identifier

# controls:
#   clock: http://127.0.0.1:9090/clock # POST {"advanceMs": n} moves the target's clock; the answer should be {"nowMs": n}
#                                      # without a clock, the suite skips rules that take hours or days
#   tokenLifetimeAtMost: 60d           # a token must have expired after this time

# Real time, in milliseconds.
# timing:
#   deliveryWithinMs: 10000            # from the answer to a change to the first attempt
#   retryWithinMs: 20000               # from the end of an attempt to the next
#   quietMs: 750                       # how long the suite waits before it concludes that nothing comes
#   hangAtMostMs: 40000                # how long the suite leaves one delivery unanswered at most (DLV-03)
`;

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
    const code = codeOf(error);
    if (code === 'EEXIST') throw new InputError(`${file} exists already. Name another file, or remove it first.`);
    throw new InputError(`${file} cannot be written (${code}); name a file in a folder that exists.`);
  }
  const doctor = `business-cloud-conformance doctor${option}${file === usual ? '' : ` --config ${file}`}`;
  out.write(`Wrote ${file}. Fill in ${fillIn}, then run '${doctor}'.\n`);
  return 0;
}
