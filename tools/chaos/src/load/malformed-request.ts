import { createHash } from 'node:crypto';

/** The parts of a request before it is broken. */
interface Parts {
  readonly method: string;
  readonly path: string;
  readonly headers: readonly string[];
  readonly body: Buffer;
}

type Break = (parts: Parts, random: (below: number) => number) => Parts;

const METHODS = ['TRACE', 'CONNECT', 'QUERY', 'PROPFIND', 'get', 'G ET', 'PUT', 'DELETE', 'PATCH', '\u0000', 'POST'.repeat(500)];
const PATHS = [
  '/api/v3/2/../../etc/passwd',
  '/api/v3/%00/Anagrafica',
  '/api/v3/2/Anagrafica/%ff%fe',
  '/api/v3/2/Anagrafica/%',
  '/api/v3/99999999999999999999999999/Anagrafica',
  '/api/v3/-1/Anagrafica/-9007199254740993',
  '/api/v3/2/Anagrafica?limit=-1&limit=1e309&after[]=0',
  '/api/v3/2/Anagrafica?after=9007199254740993&limit=NaN',
  '//api//v3//1//Anagrafica',
  '*',
  'http://[::1/api',
  `/api/v3/2/${'Anagrafica/'.repeat(700)}`,
  '/api/v3/config/evento/%27%20or%201=1--',
  '/api/v3/2/Documento/1/emit',
  '/api/v3/config/webhook/0',
];
const HEADERS = [
  'Content-Length: -1',
  'Content-Length: 18446744073709551616',
  'Transfer-Encoding: chunked',
  'Transfer-Encoding: gzip, chunked',
  'Content-Type: text/plain',
  'Content-Type: application/json; charset=utf-7',
  'Content-Encoding: gzip',
  'Expect: 100-continue',
  'Upgrade: websocket\r\nConnection: Upgrade',
  'Authorization: Bearer',
  'Authorization: Bearer \u00ff\u00fe',
  'X-Service-LicenseKey: \u0000',
  'X-Service-LicenseKey',
  'Idempotency-Key: ',
  `Idempotency-Key: ${'k'.repeat(9_000)}`,
  `Cookie: ${'a=b; '.repeat(4_000)}`,
  'Host: ',
];
const BODIES = [
  '',
  '{',
  '{"nome":',
  '{"nome":"\\ud800"}',
  '{"nome":"\\u0000"}',
  '{"nome":null}',
  '{"nome":{"$ne":1}}',
  '{"nome":"a","nome":"b"}',
  '{"__proto__":{"nome":"a"}}',
  '{"constructor":{"prototype":{}},"nome":"a"}',
  `{"nome":"${'x'.repeat(100_000)}"}`,
  `${'['.repeat(50_000)}`,
  `${'{"a":'.repeat(20_000)}`,
  '[1e999,-0,1e-999]',
  '{"data":"2026-02-30","anagraficaId":1e15,"righe":[]}',
  '\ufeff{"nome":"a"}',
  'nome=a',
];

// Each breaks one thing; a request is broken by one to three of them.
const BREAKS: readonly Break[] = [
  (parts, random) => ({ ...parts, method: METHODS[random(METHODS.length)] ?? '' }),
  (parts, random) => ({ ...parts, path: PATHS[random(PATHS.length)] ?? '' }),
  (parts, random) => ({ ...parts, headers: [...parts.headers, HEADERS[random(HEADERS.length)] ?? ''] }),
  (parts, random) => ({ ...parts, headers: parts.headers.filter((_, index) => index !== random(parts.headers.length)) }),
  (parts, random) => ({ ...parts, body: Buffer.from(BODIES[random(BODIES.length)] ?? '') }),
  (parts, random) => ({ ...parts, body: withByte(parts.body, random(parts.body.length || 1), random(256)) }),
  (parts, random) => ({ ...parts, body: parts.body.subarray(0, random(parts.body.length || 1)) }),
  (parts, random) => ({ ...parts, path: `${parts.path.slice(0, random(parts.path.length))}%${random(256).toString(16)}` }),
];

/**
 * A request that is broken somewhere, the same for the same number. Some break nothing that matters, and write: in company 2, where nobody counts.
 *
 * @param headers what a client of company 2 sends, so that the request is admitted where that is not what is broken
 */
export function malformedRequest(number: number, headers: Readonly<Record<string, string>>): Buffer {
  const random = seeded(number);
  let parts: Parts = {
    method: 'POST',
    path: ['/api/v3/2/Anagrafica', '/api/v3/2/Documento', '/api/v3/config/webhook', '/api/v3/authenticate'][random(4)] ?? '',
    headers: ['Host: localhost', ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`)],
    body: Buffer.from(JSON.stringify({ nome: `malformed ${number}` })),
  };
  for (let count = 1 + random(3); count > 0; count -= 1) parts = BREAKS[random(BREAKS.length)]?.(parts, random) ?? parts;
  const length = random(4) === 0 ? [] : [`Content-Length: ${parts.body.length}`];
  const head = `${parts.method} ${parts.path} HTTP/1.1\r\n${[...parts.headers, ...length].join('\r\n')}\r\n\r\n`;
  const whole = Buffer.concat([Buffer.from(head, 'latin1'), parts.body]);
  return random(8) === 0 ? withByte(whole, random(whole.length), random(256)) : whole;
}

function withByte(bytes: Buffer, at: number, value: number): Buffer {
  const changed = Buffer.from(bytes);
  if (at < changed.length) changed[at] = value;
  return changed;
}

/** Numbers that only depend on the seed. */
function seeded(seed: number): (below: number) => number {
  let drawn = 0;
  return (below) => {
    drawn += 1;
    return createHash('sha256').update(`${seed}/${drawn}`).digest().readUInt32BE() % below;
  };
}
