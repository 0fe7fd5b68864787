import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { ENTRIES } from '../entries.ts';

const GIVEN: readonly { readonly given: string; readonly body: unknown; readonly names: RegExp }[] = [
  { given: 'text', body: '{}', names: /express\.text\(\).*Fastify.*express\.raw\(\)/ },
  { given: 'a parsed object', body: { Type: 'x' }, names: /express\.json\(\).*body-parser.*Fastify.*NestJS.*Next\.js/ },
  { given: 'an object without a prototype, of a form parser', body: Object.create(null), names: /body-parser/ },
  { given: 'a list', body: [1, 2], names: /a parsed object/ },
  { given: 'nothing', body: undefined, names: /Express.*express\.raw/ },
  { given: 'null', body: null, names: /nothing/ },
  { given: 'a Node stream', body: Readable.from([]), names: /node:stream\/consumers/ },
  { given: 'a Fetch API request', body: new Request('http://localhost', { method: 'POST' }), names: /arrayBuffer\(\)/ },
  { given: 'a Fetch API stream', body: new Response('x').body, names: /arrayBuffer\(\)/ },
  { given: 'an ArrayBuffer', body: new ArrayBuffer(2), names: /new Uint8Array\(body\)/ },
  { given: 'a Buffer as JSON', body: JSON.parse(JSON.stringify(Buffer.from('{}'))), names: /Uint8Array\.from\(body\.data\)/ },
  { given: 'a number', body: 7, names: /a number/ },
];

test.for(GIVEN)('$given is body-not-bytes, and the message names who swallowed the raw body and what to do', async ({ body, names }) => {
  for (const entry of ENTRIES) {
    const input = { header: 't=1,v2=a', body: body as Uint8Array, secret: 's' };
    const error: unknown = await (async () => entry.verify(input))().catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: 'body-not-bytes', message: expect.stringMatching(names) });
  }
});

test('bytes of another realm are bytes', async () => {
  const { runInNewContext } = await import('node:vm');
  const body: Uint8Array = runInNewContext('Uint8Array.of(1, 2)');
  for (const { sign, verify } of ENTRIES) {
    const header = await sign({ body, secret: 's', timestamp: 1 });
    expect(await verify({ header, body, secret: 's', nowSeconds: 1 })).toMatchObject({ timestamp: 1 });
  }
});
