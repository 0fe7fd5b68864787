import { buffer } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { createTestSender, exampleEvento } from '../../src/testing.ts';
import { verify } from '../../src/verify.ts';
import { serve } from '../adapter/served.ts';
import { listen, run } from './terminal.ts';

const SECRET = 'whsec_forwarding';

/** A receiver of the user's own, which verifies what it gets. */
async function ownReceiver(): Promise<{ readonly url: string; readonly types: readonly string[] }> {
  const types: string[] = [];
  const { url } = await serve(async (request, response) => {
    const body = await buffer(request);
    verify({ header: String(request.headers['service-signature']), body, secret: SECRET });
    types.push(JSON.parse(body.toString()).Type);
    response.writeHead(types.length === 1 ? 202 : 500).end('own answer');
  });
  return { url: `${url}/webhook`, types };
}

describe('listen --forward-to', () => {
  test('passes on the bytes and the signature, and gives back the answer', async () => {
    const own = await ownReceiver();
    const { url, lines } = await listen(['--secret', SECRET, '--forward-to', own.url]);
    const sender = createTestSender({ to: url, secret: SECRET });
    const evento = exampleEvento('Documento.Emit');
    const first = await sender.send({ evento });
    expect(first).toMatchObject({ status: 202, body: 'own answer' });
    // It is the receiver there that tells duplicates apart.
    expect(await sender.redeliver(first)).toMatchObject({ status: 500, body: 'own answer' });
    expect(own.types).toEqual(['Documento.Emit', 'Documento.Emit']);
    expect(lines[0]).toBe(`accepted Documento.Emit ${evento.EventGuid} company 1 webhook 1`);
    expect(lines[1]).toContain('answered 202');
    expect(lines[3]).toContain('answered 500');
  });

  test('passes on nothing that is not genuine', async () => {
    const own = await ownReceiver();
    const { url, lines } = await listen(['--secret', SECRET, '--forward-to', own.url]);
    expect(await createTestSender({ to: url, secret: SECRET }).tamper('body')).toMatchObject({ status: 400, body: 'mismatch' });
    expect(own.types).toEqual([]);
    expect(lines).toEqual([expect.stringMatching(/^refused mismatch: /)]);
  });

  test('a receiver that does not answer leaves the event with the service', async () => {
    const { url, lines } = await listen(['--secret', SECRET, '--forward-to', 'http://127.0.0.1:1/']);
    expect(await createTestSender({ to: url, secret: SECRET }).send()).toMatchObject({ status: 502 });
    expect(lines[1]).toContain('unanswered');
  });

  test('without a secret everything is passed on, and called unverified', async () => {
    const own = await ownReceiver();
    const { url, lines } = await listen(['--forward-to', own.url]);
    expect(await createTestSender({ to: url, secret: SECRET }).send()).toMatchObject({ status: 202 });
    expect(lines[1]).toMatch(/^unverified Anagrafica\.Create /);
  });
});

test('listen without a secret prints what comes, and refuses what is no event', async () => {
  const { url, lines } = await listen([]);
  expect(await createTestSender({ to: url, secret: SECRET }).send()).toMatchObject({ status: 204 });
  expect(await createTestSender({ to: url, secret: SECRET }).send({ body: Buffer.from('{') })).toMatchObject({ status: 400 });
  expect(lines.slice(1)).toEqual([expect.stringMatching(/^unverified /), expect.stringMatching(/^refused invalid-json: /)]);
});

const CALLER = ['--service', 'http://127.0.0.1:1', '--user', 'ada', '--password', 'p', '--api-key', 'k', '--license-key', 'l'];

test.for(
  [
    ['listen', '--demo', '--user', 'ada'],
    ['listen', '--forward-to', 'localhost:3000'],
    ['listen', '--event', 'Documento.Emit'],
    ['listen', '--service', 'http://127.0.0.1:1'],
    ['listen', '--secret', SECRET, ...CALLER],
    ['listen', '--port', '0', ...CALLER],
    ['listen', '--event', 'Documento.Emmit', ...CALLER],
    ['trigger'],
    ['trigger', 'Documento.Emit'],
    ['trigger', 'Documento.Emmit', ...CALLER],
    ['trigger', 'Documento.Emit', ...CALLER],
  ].map((args) => ({ line: args.join(' '), args })),
)('"$line" is answered with one sentence and 2', async ({ args }) => {
  const { code, out, err } = await run(args);
  expect({ code, out }).toEqual({ code: 2, out: [] });
  expect(err).toEqual([expect.stringMatching(/^business-cloud-events: [^\n]+$/)]);
});

test('the environment may name the service and its caller; an option counts more', async () => {
  const env = Object.fromEntries(
    ['service', 'user', 'password', 'api-key', 'license-key'].map((name) => [
      `BUSINESS_CLOUD_${name.toUpperCase().replace('-', '_')}`,
      name === 'service' ? 'http://127.0.0.1:1' : 'x',
    ]),
  );
  expect((await run(['trigger', 'Documento.Emit'], env)).err[0]).toContain('http://127.0.0.1:1/api');
  expect((await run(['trigger', 'Documento.Emit', '--service', 'http://127.0.0.1:2'], env)).err[0]).toContain('http://127.0.0.1:2/api');
});
