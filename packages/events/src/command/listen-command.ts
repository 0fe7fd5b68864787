import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { createMemoryDedupe } from '../dedupe/memory-dedupe.ts';
import { createReceiver } from '../node/create-receiver.ts';
import { nodeReceiver } from '../node.ts';
import { parseBlock } from '../receiver/ip-address.ts';
import type { Receiver } from '../receiver/receiver.ts';
import type { ReceiverBasics } from '../receiver/receiver-options.ts';
import { bytesOf, headerWordOf, numberOf, readArguments, refusePositionals, secretsOf, textOf, textsOf, type Values } from './arguments.ts';
import { CommandError } from './command-error.ts';
import type { Terminal } from './terminal.ts';

const PORT_DEFAULT = 8080;
const PORT_MAX = 65_535;

/** `listen`: prints deliveries as they come, until it is interrupted. */
export async function listenCommand(args: readonly string[], terminal: Terminal): Promise<number> {
  const text = { type: 'string' } as const;
  const many = { type: 'string', multiple: true } as const;
  const options = { port: text, host: text, json: { type: 'boolean' }, sender: many, 'trusted-proxy': many } as const;
  const given = readArguments(args, { ...options, 'tls-cert': text, 'tls-key': text });
  refusePositionals(given, 0);
  const { values } = given;
  const port = numberOf(values, 'port', [0, PORT_MAX]) ?? PORT_DEFAULT;
  const host = textOf(values, 'host') ?? '127.0.0.1';
  const effects = new Map<string, number>();
  const receiver = printingReceiver(await basicsOf(values, terminal), values.json === true, effects, terminal);
  const { server, scheme } = await serverOf(values, withEffects(nodeReceiver(receiver), effects));
  await listening(server, port, host);
  const { port: bound } = server.address() as AddressInfo;
  terminal.out(`listening: ${scheme}://${host.includes(':') ? `[${host}]` : host}:${bound}/`);
  await closed(server, terminal.signal);
  return 0;
}

function printingReceiver(basics: ReceiverBasics, json: boolean, effects: Map<string, number>, { out }: Terminal): Receiver {
  const memory = createMemoryDedupe();
  return createReceiver({
    ...basics,
    dedupe: {
      async once(guid, work) {
        const outcome = await memory.once(guid, work);
        if (outcome === 'duplicate') out(printable(`duplicate ${guid}`));
        return outcome;
      },
    },
    onRefused: ({ code, message }) => out(`refused ${code}: ${message}`),
    onEvent(evento, { webhook }) {
      effects.set(evento.EventGuid, (effects.get(evento.EventGuid) ?? 0) + 1);
      out(
        printable(
          json ? JSON.stringify(evento) : `accepted ${evento.Type} ${evento.EventGuid} company ${evento.CompanyId} webhook ${webhook}`,
        ),
      );
    },
  });
}

/** With control characters written out: nothing in a delivery may move the cursor of a terminal. */
function printable(line: string): string {
  return line.replace(/\p{Cc}/gu, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

async function basicsOf(values: Values, terminal: Terminal): Promise<ReceiverBasics> {
  const secrets = (await secretsOf(values, terminal)).map((secret, index) => ({ name: String(index + 1), secret }));
  const toleranceSeconds = numberOf(values, 'tolerance', [0, 10 ** 12]) ?? 300;
  const addresses = textsOf(values, 'sender');
  const trustedProxies = textsOf(values, 'trusted-proxy');
  const wrong = [...addresses, ...trustedProxies].find((address) => parseBlock(address) === undefined);
  if (wrong !== undefined) throw new CommandError(`'${wrong}' is neither an IP address nor a block such as 203.0.113.0/28.`);
  if (trustedProxies.length > 0 && addresses.length === 0) {
    throw new CommandError('--trusted-proxy says nothing without --sender: give the addresses that deliveries come from.');
  }
  const senders = addresses.length === 0 ? {} : { senders: { addresses, trustedProxies } };
  return { secrets, toleranceSeconds, headerWord: headerWordOf(values), ...senders };
}

/** GET /effects tells how often each event was processed; everything else is a delivery. */
function withEffects(listener: RequestListener, effects: ReadonlyMap<string, number>): RequestListener {
  return (request, response) => {
    if (request.method !== 'GET' || request.url !== '/effects') return listener(request, response);
    response.setHeader('Content-Type', 'application/json');
    response.end(JSON.stringify({ processed: Object.fromEntries(effects) }));
  };
}

async function serverOf(values: Values, listener: RequestListener): Promise<{ readonly server: Server; readonly scheme: string }> {
  const cert = textOf(values, 'tls-cert');
  const key = textOf(values, 'tls-key');
  if (cert === undefined && key === undefined) return { server: createServer(listener), scheme: 'http' };
  if (cert === undefined || key === undefined) throw new CommandError('--tls-cert and --tls-key go together: give both, or neither.');
  const tls = { cert: await bytesOf('--tls-cert', cert), key: await bytesOf('--tls-key', key) };
  try {
    return { server: createTlsServer(tls, listener), scheme: 'https' };
  } catch (error) {
    throw new CommandError(
      `--tls-cert and --tls-key are no certificate and its key in PEM: ${error instanceof Error ? error.message : error}.`,
    );
  }
}

async function listening(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', ({ code }: NodeJS.ErrnoException) => {
      reject(new CommandError(`--port ${port} on --host ${host} cannot be listened on (${code}): choose another.`));
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
