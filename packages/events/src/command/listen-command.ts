import { join } from 'node:path';
import { type Command, choicesOf, InputError, isSet, numberOf, type Settings, type Terminal, textOf, textsOf } from '#command-line';
import { eventoTypes } from '../generated/events.ts';
import { parseBlock } from '../receiver/ip-address.ts';
import type { WebhookSecret } from '../receiver/receiver-options.ts';
import { TOLERANCE_SECONDS_DEFAULT } from '../signature/claim.ts';
import { type Certificate, localCertificate } from './certificate.ts';
import { CACHE_FOLDER } from './demo-access.ts';
import { forwardingListener, type Printing, printingListener, type Verification } from './listener.ts';
import { startListening } from './listening.ts';
import { bytesOf, COMMON_OPTIONS, headerWordOf, knownSecretsOf } from './options.ts';
import { register } from './registration.ts';
import { httpUrl, SERVICE_NOTES, SERVICE_OPTIONS, type ServiceAccess, serviceOf } from './service-access.ts';

const PORT_DEFAULT = 8080;
const PORT_MAX = 65_535;

const TOLERANCE_SECONDS_MAX = 10 ** 12;

export const listenCommand: Command = {
  name: 'listen',
  summary: 'print each delivery with its verification, and forward it',
  options: [
    {
      name: 'forward-to',
      value: 'URL',
      help: 'send each genuine delivery on, with its bytes and headers, and answer what is answered there',
    },
    { name: 'demo', help: 'start the demo service (@business-cloud/service), and have it deliver here' },
    ...SERVICE_OPTIONS,
    { name: 'event', value: 'TYPE', multiple: true, help: 'have only this type delivered; may be repeated (default: all)' },
    { name: 'public-url', value: 'URL', help: 'where the service delivers to, if a tunnel or proxy with a certificate leads here' },
    { name: 'port', value: 'N', help: `the port to listen on; 0 for any free one (default: ${PORT_DEFAULT}, with --demo 0)` },
    { name: 'host', value: 'ADDRESS', help: 'the address to listen on (default: 127.0.0.1)' },
    { name: 'json', help: 'print events as JSON' },
    { name: 'tls-cert', value: 'FILE', help: 'serve https with this certificate (PEM)' },
    { name: 'tls-key', value: 'FILE', help: 'the key of that certificate (PEM)' },
    { name: 'sender', value: 'ADDRESS', multiple: true, help: 'accept deliveries only from this address or block; may be repeated' },
    { name: 'trusted-proxy', value: 'ADDRESS', multiple: true, help: 'believe the X-Forwarded-For of this proxy; may be repeated' },
    ...COMMON_OPTIONS,
  ],
  notes: `With --demo or --service, a webhook is registered there until the command ends, and its secret is printed for your receiver.
Without them and without a secret, deliveries are printed and forwarded unverified.
With a secret and without --forward-to, GET /effects says how often each event was processed.
${SERVICE_NOTES}`,
  examples: [
    'business-cloud-events listen --demo --forward-to http://localhost:3000/webhook',
    'business-cloud-events listen --service http://127.0.0.1:8080 --user ada --password ... --api-key ... --license-key ...',
    'business-cloud-events listen --port 8080 --secret whsec_...',
  ],
  async run({ settings }, terminal) {
    const service = serviceOf(settings);
    return service === undefined ? listen(settings, terminal) : listenAt(service, settings, terminal);
  },
};

/** Receives what anybody sends. */
async function listen(settings: Settings, terminal: Terminal): Promise<number> {
  const useless = ['event', 'public-url'].find((name) => isSet(settings, name));
  if (useless !== undefined) throw new InputError(`--${useless} has no effect without --demo or --service.`);
  const secrets = await knownSecretsOf(settings, terminal);
  const basics =
    secrets.length === 0
      ? undefined
      : basicsOf(
          settings,
          secrets.map((secret, index) => ({ name: String(index + 1), secret })),
        );
  const forwardTo = forwardToOf(settings);
  const printing = printingOf(settings, terminal);
  const listener =
    basics === undefined || forwardTo !== undefined ? forwardingListener(basics, forwardTo, printing) : printingListener(basics, printing);
  const listening = await startListening(listener, { ...placeOf(settings, PORT_DEFAULT), tls: await tlsOf(settings) });
  terminal.out(`listening: ${listening.url}`);
  if (basics === undefined) terminal.out('There is no secret, so that nothing is verified. Give --secret once you have it.');
  await listening.closed(terminal.signal);
  return 0;
}

/** Receives what one service sends to a webhook that lasts as long as this command. */
async function listenAt(service: ServiceAccess | 'demo', settings: Settings, terminal: Terminal): Promise<number> {
  const useless = ['secret', 'secret-file'].find((name) => isSet(settings, name));
  if (useless !== undefined) throw new InputError(`--${useless} has no effect here: the service makes a secret for this command.`);
  const publicUrl = textOf(settings, 'public-url');
  const events = choicesOf(settings, 'event', eventoTypes);
  const given = await tlsOf(settings);
  const made = given === undefined && publicUrl === undefined ? localCertificate() : undefined;
  let tellSecret = (_secrets: readonly WebhookSecret[]): void => undefined;
  const secrets = new Promise<readonly WebhookSecret[]>((resolve) => {
    tellSecret = resolve;
  });
  const word = service === 'demo' ? {} : { headerWord: service.headerWord };
  const basics = { ...basicsOf(settings, () => secrets), ...word };
  const forwardTo = forwardToOf(settings);
  const printing = printingOf(settings, terminal);
  const listener = forwardTo === undefined ? printingListener(basics, printing) : forwardingListener(basics, forwardTo, printing);
  const place = placeOf(settings, service === 'demo' ? 0 : PORT_DEFAULT);
  const listening = await startListening(listener, { ...place, tls: given ?? made });
  const interrupted = new AbortController();
  const closed = listening.closed(interrupted.signal);
  try {
    const registration = await register(service, {
      url: publicUrl === undefined ? localUrl(listening.url) : httpUrl('--public-url', publicUrl),
      events: events.length === 0 ? eventoTypes : events,
      certificate: made?.cert,
      caFile: join(CACHE_FOLDER, `listen-${listening.port}.pem`),
    });
    tellSecret([{ name: registration.id, secret: registration.secret }]);
    terminal.out(`listening: ${listening.url}`);
    for (const line of registration.lines) terminal.out(line);
    terminal.out(`secret of webhook ${registration.id}: ${registration.secret}`);
    await aborted(terminal.signal);
    await registration.remove();
    return 0;
  } finally {
    interrupted.abort();
    await closed;
  }
}

function printingOf(settings: Settings, { out }: Terminal): Printing {
  return { json: isSet(settings, 'json'), out };
}

function forwardToOf(settings: Settings): string | undefined {
  const url = textOf(settings, 'forward-to');
  return url === undefined ? undefined : httpUrl('--forward-to', url);
}

function placeOf(settings: Settings, portDefault: number): { readonly port: number; readonly host: string } {
  return { port: numberOf(settings, 'port', 0, PORT_MAX) ?? portDefault, host: textOf(settings, 'host') ?? '127.0.0.1' };
}

/** Names the default host as webhooks name it. */
function localUrl(url: string): string {
  return url.replace('//127.0.0.1:', '//localhost:');
}

async function aborted(signal: AbortSignal): Promise<void> {
  if (!signal.aborted) await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
}

function basicsOf(settings: Settings, secrets: NonNullable<Verification['secrets']>): Verification {
  const toleranceSeconds = numberOf(settings, 'tolerance', 0, TOLERANCE_SECONDS_MAX) ?? TOLERANCE_SECONDS_DEFAULT;
  const addresses = textsOf(settings, 'sender');
  const trustedProxies = textsOf(settings, 'trusted-proxy');
  const wrong = [...addresses, ...trustedProxies].find((address) => parseBlock(address) === undefined);
  if (wrong !== undefined) throw new InputError(`'${wrong}' is neither an IP address nor a block such as 203.0.113.0/28.`);
  if (trustedProxies.length > 0 && addresses.length === 0) {
    throw new InputError('--trusted-proxy has no effect without --sender. Give the addresses that deliveries come from.');
  }
  const senders = addresses.length === 0 ? {} : { senders: { addresses, trustedProxies } };
  return { secrets, toleranceSeconds, headerWord: headerWordOf(settings), ...senders };
}

async function tlsOf(settings: Settings): Promise<Certificate | undefined> {
  const cert = textOf(settings, 'tls-cert');
  const key = textOf(settings, 'tls-key');
  if (cert === undefined && key === undefined) return undefined;
  if (cert === undefined || key === undefined) throw new InputError('--tls-cert and --tls-key belong together. Give both or neither.');
  return { cert: (await bytesOf('--tls-cert', cert)).toString(), key: (await bytesOf('--tls-key', key)).toString() };
}
