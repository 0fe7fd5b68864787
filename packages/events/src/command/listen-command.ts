import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { type Command, InputError, isSet, numberOf, type Settings, type Terminal, textOf, textsOf } from '#command-line';
import { printable } from '#runtime';
import { createMemoryDedupe } from '../dedupe/memory-dedupe.ts';
import { createReceiver } from '../node/create-receiver.ts';
import { nodeReceiver } from '../node.ts';
import { parseBlock } from '../receiver/ip-address.ts';
import type { Receiver } from '../receiver/receiver.ts';
import type { ReceiverBasics, ReceiverSecrets } from '../receiver/receiver-options.ts';
import { TOLERANCE_SECONDS_DEFAULT } from '../signature/claim.ts';
import { bytesOf, COMMON_OPTIONS, headerWordOf, LINE_CHARACTERS_MAX, secretsOf } from './options.ts';

const PORT_DEFAULT = 8080;
const PORT_MAX = 65_535;

const TOLERANCE_SECONDS_MAX = 10 ** 12;

export const listenCommand: Command = {
  name: 'listen',
  summary: 'print each genuine delivery, and why others are refused. GET /effects says how often each event was processed',
  options: [
    { name: 'port', value: 'N', help: `the port to listen on; 0 for any free one (default: ${PORT_DEFAULT})` },
    { name: 'host', value: 'ADDRESS', help: 'the address to listen on (default: 127.0.0.1)' },
    { name: 'json', help: 'print events as JSON' },
    { name: 'tls-cert', value: 'FILE', help: 'serve https with this certificate (PEM)' },
    { name: 'tls-key', value: 'FILE', help: 'the key of that certificate (PEM)' },
    { name: 'sender', value: 'ADDRESS', multiple: true, help: 'accept deliveries only from this address or block; may be repeated' },
    { name: 'trusted-proxy', value: 'ADDRESS', multiple: true, help: 'believe the X-Forwarded-For of this proxy; may be repeated' },
    ...COMMON_OPTIONS,
  ],
  examples: ['business-cloud-events listen --port 8080 --secret whsec_...'],
  async run({ settings }, terminal) {
    const port = numberOf(settings, 'port', 0, PORT_MAX) ?? PORT_DEFAULT;
    const host = textOf(settings, 'host') ?? '127.0.0.1';
    const effects = new Map<string, number>();
    const receiver = printingReceiver(await basicsOf(settings, terminal), isSet(settings, 'json'), effects, terminal);
    const { server, scheme } = await serverOf(settings, withEffects(nodeReceiver(receiver), effects));
    await listening(server, port, host);
    const { port: bound } = server.address() as AddressInfo;
    terminal.out(`listening: ${scheme}://${host.includes(':') ? `[${host}]` : host}:${bound}/`);
    await closed(server, terminal.signal);
    return 0;
  },
};

function printingReceiver(
  basics: ReceiverBasics & ReceiverSecrets,
  json: boolean,
  effects: Map<string, number>,
  { out }: Terminal,
): Receiver {
  const memory = createMemoryDedupe();
  return createReceiver({
    ...basics,
    dedupe: {
      async once(guid, work) {
        const outcome = await memory.once(guid, work);
        if (outcome === 'duplicate') out(printable(`duplicate ${guid}`, LINE_CHARACTERS_MAX));
        return outcome;
      },
    },
    onRefused: ({ code, message }) => out(printable(`refused ${code}: ${message}`, LINE_CHARACTERS_MAX)),
    onEvent(evento, { webhook }) {
      effects.set(evento.EventGuid, (effects.get(evento.EventGuid) ?? 0) + 1);
      const { Type, EventGuid, CompanyId } = evento;
      // As long as its body, which has a limit: half of a JSON text is none.
      if (json) out(printable(JSON.stringify(evento), Number.POSITIVE_INFINITY));
      else out(printable(`accepted ${Type} ${EventGuid} company ${CompanyId} webhook ${webhook}`, LINE_CHARACTERS_MAX));
    },
  });
}

async function basicsOf(settings: Settings, terminal: Terminal): Promise<ReceiverBasics & ReceiverSecrets> {
  const secrets = (await secretsOf(settings, terminal)).map((secret, index) => ({ name: String(index + 1), secret }));
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

/** GET /effects tells how often each event was processed; everything else is a delivery. */
function withEffects(listener: RequestListener, effects: ReadonlyMap<string, number>): RequestListener {
  return (request, response) => {
    if (request.method !== 'GET' || request.url !== '/effects') return listener(request, response);
    response.setHeader('Content-Type', 'application/json');
    response.end(JSON.stringify({ processed: Object.fromEntries(effects) }));
  };
}

async function serverOf(settings: Settings, listener: RequestListener): Promise<{ readonly server: Server; readonly scheme: string }> {
  const cert = textOf(settings, 'tls-cert');
  const key = textOf(settings, 'tls-key');
  if (cert === undefined && key === undefined) return { server: createServer(listener), scheme: 'http' };
  if (cert === undefined || key === undefined) throw new InputError('--tls-cert and --tls-key belong together. Give both or neither.');
  const tls = { cert: await bytesOf('--tls-cert', cert), key: await bytesOf('--tls-key', key) };
  try {
    return { server: createTlsServer(tls, listener), scheme: 'https' };
  } catch (error) {
    throw new InputError(
      `--tls-cert and --tls-key are no certificate and its key in PEM: ${error instanceof Error ? error.message : error}.`,
    );
  }
}

async function listening(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', ({ code }: NodeJS.ErrnoException) => {
      reject(new InputError(`--port ${port} on --host ${host} cannot be used (${code}). Choose another one.`));
    });
    server.listen(port, host, resolve);
  });
}

async function closed(server: Server, signal: AbortSignal): Promise<void> {
  const end = () => {
    server.close();
    server.closeAllConnections();
  };
  return new Promise((resolve) => {
    server.once('close', resolve);
    if (signal.aborted) end();
    else signal.addEventListener('abort', end, { once: true });
  });
}
