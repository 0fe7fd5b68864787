import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, isIPv6, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { createSecureContext } from 'node:tls';
import { afterEach, expect, test } from 'vitest';
import { createAddressPolicy } from '../../src/delivery/address-policy.ts';
import { createDial } from '../../src/delivery/dial.ts';
import { createNameLookup, type Resolve } from '../../src/delivery/name-lookup.ts';
import { createCertificates } from '../harness/certificates.ts';
import { type Receiver, startReceiver } from '../harness/receiver.ts';

const DIAL_MAX_MS = 300;
const ESTABLISHED = 'HTTP/1.1 200 Connection established\r\n\r\n';

const proxies: Server[] = [];
const receivers: Receiver[] = [];

afterEach(async () => {
  for (const proxy of proxies.splice(0)) proxy.close().closeAllConnections();
  for (const receiver of receivers.splice(0)) await receiver.close();
});

/** A proxy that does this with each CONNECT, and knows the connections on which it was dialled. */
async function startProxy(onConnect: (socket: Duplex, target: string) => void, host = '127.0.0.1') {
  const sockets: Socket[] = [];
  const targets: string[] = [];
  const proxy = createServer()
    .on('connection', (socket) => sockets.push(socket.on('error', () => undefined)))
    .on('connect', ({ url = '' }, socket) => {
      targets.push(url);
      onConnect(socket, url);
      // What is not read does not end.
      socket.resume().once('end', () => socket.destroy());
    });
  proxies.push(proxy);
  await once(proxy.listen(0, host), 'listening');
  const { port } = proxy.address() as AddressInfo;
  return { url: new URL(`http://${isIPv6(host) ? `[${host}]` : host}:${port}`), sockets, targets };
}

/** Leads every tunnel to this receiver, whatever address was asked for. */
function leadTo({ url }: Receiver) {
  return (socket: Duplex): void => {
    const to = connect(Number(new URL(url).port), '127.0.0.1', () => socket.write(ESTABLISHED));
    socket.pipe(to).pipe(socket);
    to.on('error', () => socket.destroy());
    socket.on('close', () => to.destroy());
  };
}

async function receiverFor(names: readonly string[]) {
  const certificates = await createCertificates(names);
  const receiver = await startReceiver(certificates);
  receivers.push(receiver);
  return receiver;
}

interface Dialled {
  readonly origin: string;
  readonly proxy?: URL;
  readonly authority?: string;
  readonly resolve?: Resolve;
  readonly dialMaxMs?: number;
}

/** The code of what a dial fails with; `connected` when it does not. */
function dial({ origin, proxy, authority, resolve = createNameLookup(), dialMaxMs = 60_000 }: Dialled): Promise<string> {
  const policy = createAddressPolicy(['127.0.0.0/8', '::1/128']);
  const secureContext = createSecureContext(authority === undefined ? {} : { ca: authority });
  const { protocol, host, hostname, port } = new URL(origin);
  return new Promise((done) => {
    // As undici asks for it: the name without brackets.
    const asked = { protocol, host, hostname: hostname.replace(/^\[(.*)\]$/, '$1'), port };
    createDial({ proxy, policy, resolve, secureContext, dialMaxMs })(asked, (error, socket) => {
      socket?.destroy();
      done(error === null ? 'connected' : 'code' in error ? String(error.code) : error.name);
    });
  });
}

const isClosed = (socket: Socket | undefined) => expect.poll(() => socket?.destroyed).toBe(true);

test.each([
  ['is silent after CONNECT', (socket: Duplex) => void socket.write(ESTABLISHED)],
  ['never answers CONNECT', () => undefined],
  [
    'answers it letter by letter',
    (socket: Duplex) => {
      socket.write('HTTP/1.1 200 OK\r\nX-Wait: ');
      const letters = setInterval(() => socket.write('x'), DIAL_MAX_MS / 10);
      socket.on('error', () => undefined).once('close', () => clearInterval(letters));
    },
  ],
])('D-10: a proxy that %s is given up at the limit of a dial, and the connection is closed', async (_what, onConnect) => {
  const proxy = await startProxy(onConnect);
  expect(await dial({ origin: 'https://127.0.0.1:9', proxy: proxy.url, dialMaxMs: DIAL_MAX_MS })).toBe('delivery-timeout');
  expect(proxy.sockets).toHaveLength(1);
  await isClosed(proxy.sockets[0]);
});

test('D-10: a tunnel that breaks off in the handshake ends the dial', async () => {
  const proxy = await startProxy((socket) => {
    socket.write(ESTABLISHED);
    socket.once('data', () => socket.destroy());
  });
  expect(await dial({ origin: 'https://127.0.0.1:9', proxy: proxy.url })).toBe('ECONNRESET');
});

test('D-10: an address in brackets is dialled, through a proxy at one as well, and its certificate must name it', async () => {
  const named = await receiverFor(['::1']);
  const proxy = await startProxy(leadTo(named), '::1');
  expect(await dial({ origin: 'https://[::1]:8443', proxy: proxy.url, authority: named.authority })).toBe('connected');
  expect(proxy.targets).toEqual(['[::1]:8443']);
});

test.each([
  ['127.0.0.1', ['localhost']],
  ['localhost', ['other.example']],
])('D-10: through a proxy, a certificate that does not name %s is refused', async (host, names) => {
  const other = await receiverFor(names);
  const proxy = await startProxy(leadTo(other));
  expect(await dial({ origin: `https://${host}:8443`, proxy: proxy.url, authority: other.authority })).toBe('ERR_TLS_CERT_ALTNAME_INVALID');
  await isClosed(proxy.sockets[0]);
});

test('D-10: where the first address of a name cannot be reached, the next is dialled, as without a proxy', async () => {
  const receiver = await receiverFor(['two.example']);
  const lead = leadTo(receiver);
  const proxy = await startProxy((socket, target) =>
    target.startsWith('127.0.0.2') ? socket.end('HTTP/1.1 502 No\r\n\r\n') : lead(socket),
  );
  const resolve: Resolve = (hostname, _options, callback) => {
    const addresses = hostname === 'two.example' ? ['127.0.0.2', '127.0.0.3'] : ['127.0.0.1'];
    callback(
      null,
      addresses.map((address) => ({ address, family: 4 })),
    );
  };
  expect(await dial({ origin: 'https://two.example:8443', proxy: proxy.url, authority: receiver.authority, resolve })).toBe('connected');
  expect(proxy.targets).toEqual(['127.0.0.2:8443', '127.0.0.3:8443']);
});
