import { type AddressInfo, connect } from 'node:net';
import fc from 'fast-check';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loginToken, startServer } from './harness.ts';

let app: FastifyInstance;
let headers: string;

beforeAll(async () => {
  app = await startServer();
  headers = `Host: x\r\nConnection: close\r\nAuthorization: Bearer ${await loginToken(app)}\r\nX-Service-ApiKey: api-key\r\nX-Service-LicenseKey: license-1\r\n`;
});
afterAll(() => app.close());

/** Sends bytes as they are; resolves with all that came back when the server closes. */
function exchange(bytes: string | Buffer): Promise<string> {
  const { port } = app.server.address() as AddressInfo;
  return new Promise((resolve) => {
    let answer = '';
    const socket = connect(port, '127.0.0.1', () => socket.end(bytes));
    socket.on('data', (chunk) => {
      answer += String(chunk);
    });
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(answer));
  });
}

const PATH = '/api/v3/1/Anagrafica';
const statusOf = (answer: string): number => Number(answer.slice(9, 12));
const JSON_TYPE = 'Content-Type: application/json\r\n';

test.each([
  ['an absolute-form target', () => `GET http://x${PATH} HTTP/1.1\r\n${headers}\r\n`, 200],
  ['HTTP/1.0', () => `GET ${PATH} HTTP/1.0\r\n${headers}\r\n`, 200],
  ['HEAD', () => `HEAD ${PATH} HTTP/1.1\r\n${headers}\r\n`, 200],
  [
    'a chunked body',
    () => `POST ${PATH} HTTP/1.1\r\n${headers}${JSON_TYPE}Transfer-Encoding: chunked\r\n\r\n5\r\n{"nom\r\n9\r\ne":"Ada"}\r\n0\r\n\r\n`,
    201,
  ],
  ['a broken escape in the path', () => `GET /api/v3/1/Anagrafica/%zz HTTP/1.1\r\n${headers}\r\n`, 400],
  ['an over-long segment', () => `GET /api/v3/1/Anagrafica/${'9'.repeat(3_000)} HTTP/1.1\r\n${headers}\r\n`, 404],
  ['an asterisk', () => `OPTIONS * HTTP/1.1\r\n${headers}\r\n`, 404],
  ['a method that the path does not take', () => `PROPFIND ${PATH} HTTP/1.1\r\n${headers}\r\n`, 405],
  ['a method with a body that the path does not take', () => `QUERY ${PATH} HTTP/1.1\r\n${headers}Content-Length: 2\r\n\r\n{}`, 405],
  ['such a method without a media type', () => `QUERY ${PATH} HTTP/1.1\r\n${headers}\r\n`, 405],
  ['a method that is none', () => `FOO ${PATH} HTTP/1.1\r\n${headers}\r\n`, 400],
  ['headers without end', () => `GET ${PATH} HTTP/1.1\r\n${headers}X-Big: ${'x'.repeat(30_000)}\r\n\r\n`, 431],
  ['garbage', () => '\u0000\u0001\u0002\r\n\r\n', 400],
  ['two different lengths', () => `POST ${PATH} HTTP/1.1\r\n${headers}${JSON_TYPE}Content-Length: 3\r\nContent-Length: 4\r\n\r\nabcd`, 400],
  [
    'a repeated Idempotency-Key',
    () =>
      `POST ${PATH} HTTP/1.1\r\n${headers}${JSON_TYPE}Idempotency-Key: a\r\nIdempotency-Key: b\r\nContent-Length: 12\r\n\r\n{"nome":"x"}`,
    400,
  ],
  ['a repeated Authorization', () => `GET ${PATH} HTTP/1.1\r\n${headers}Authorization: Bearer x\r\n\r\n`, 400],
  ['an announced body that is too large', () => `POST ${PATH} HTTP/1.1\r\n${headers}${JSON_TYPE}Content-Length: 99999999\r\n\r\n{}`, 413],
  ['a media type that is none', () => `POST ${PATH} HTTP/1.1\r\n${headers}Content-Type: ;;\r\nContent-Length: 2\r\n\r\n{}`, 415],
  [
    'a media type with thousands of blanks before what does not belong there',
    () => `POST ${PATH} HTTP/1.1\r\n${headers}Content-Type: application/json${' '.repeat(15_500)}x\r\nContent-Length: 2\r\n\r\n{}`,
    415,
  ],
  [
    'a charset with thousands of blanks around it, and half in quotes',
    () =>
      `POST ${PATH} HTTP/1.1\r\n${headers}Content-Type: application/json;${' '.repeat(7_500)}charset="utf-8${' '.repeat(7_500)}\r\nContent-Length: 2\r\n\r\n{}`,
    415,
  ],
  [
    'the charset of JSON in quotes, with blanks and a last semicolon',
    () => `POST ${PATH} HTTP/1.1\r\n${headers}Content-Type: Application/JSON ; charset = "UTF-8" ; \r\nContent-Length: 2\r\n\r\n{}`,
    400,
  ],
  ['a body without a media type', () => `POST ${PATH} HTTP/1.1\r\n${headers}Content-Length: 2\r\n\r\n{}`, 415],
  ['a compressed body', () => `POST ${PATH} HTTP/1.1\r\n${headers}${JSON_TYPE}Content-Encoding: gzip\r\nContent-Length: 2\r\n\r\n{}`, 415],
  [
    'another charset',
    () => `POST ${PATH} HTTP/1.1\r\n${headers}Content-Type: application/json; charset=latin1\r\nContent-Length: 2\r\n\r\n{}`,
    415,
  ],
  [
    'a repeated Content-Type',
    () => `POST ${PATH} HTTP/1.1\r\n${headers}${JSON_TYPE}Content-Type: text/plain\r\nContent-Length: 12\r\n\r\n{"nome":"x"}`,
    400,
  ],
  ['no Host', () => `GET ${PATH} HTTP/1.1\r\n${headers.replace('Host: x\r\n', '')}\r\n`, 400],
  ['HTTP/1.0 without Host', () => `GET ${PATH} HTTP/1.0\r\n${headers.replace('Host: x\r\n', '')}\r\n`, 200],
  ['two Hosts', () => `GET ${PATH} HTTP/1.1\r\n${headers}Host: y\r\n\r\n`, 400],
  ['an expectation that nobody knows', () => `GET ${PATH} HTTP/1.1\r\n${headers}Expect: pancakes\r\n\r\n`, 200],
  ['CONNECT', () => `CONNECT x:443 HTTP/1.1\r\n${headers}\r\n`, 400],
  ['no body at all', () => `POST ${PATH} HTTP/1.1\r\n${headers}\r\n`, 400],
  ['a repeated query parameter', () => `GET ${PATH}?limit=1&limit=2 HTTP/1.1\r\n${headers}\r\n`, 400],
  ['a query parameter that is larger than any number', () => `GET ${PATH}?limit=${'9'.repeat(400)} HTTP/1.1\r\n${headers}\r\n`, 400],
  ['a query parameter that is not a number', () => `GET ${PATH}?limit=%zz HTTP/1.1\r\n${headers}\r\n`, 400],
])('%s is answered', async (_title, request, status) => {
  const answer = await exchange(request());
  expect(statusOf(answer)).toBe(status);
  if (status >= 400) expect(answer).toMatch(/^content-type: application\/problem\+json/im);
});

test.for([
  ['larger than any number', '9'.repeat(400)],
  ['larger than a number is exact', '9007199254740993'],
  ['written with a nought before it', '01'],
  ['written with an exponent', '1e0'],
  ['written with a point', '1.0'],
  ['written with a sign', '+1'],
  ['written in another base', '0x1'],
])('COMP-08: an identifier that is %s names nothing, and no handler sees it', async ([, id]) => {
  const answer = await exchange(`GET ${PATH}/${id} HTTP/1.1\r\n${headers}\r\n`);
  expect(answer).toContain('an identifier that this service does not give');
});

test('VER-02: a 405 names the methods that the path takes', async () => {
  const answer = await exchange(`PUT ${PATH} HTTP/1.1\r\n${headers}Content-Length: 0\r\n\r\n`);
  const allow = /^allow: (.*)\r$/im.exec(answer)?.[1]?.split(', ').sort();
  expect(allow).toEqual(['GET', 'HEAD', 'POST']);
});

test('a body that is not UTF-8 is no JSON', async () => {
  const body = Buffer.from([...Buffer.from('{"nome":"'), 0xff, ...Buffer.from('"}')]);
  const head = Buffer.from(`POST ${PATH} HTTP/1.1\r\n${headers}${JSON_TYPE}Content-Length: ${body.length}\r\n\r\n`);
  expect(await exchange(Buffer.concat([head, body]))).toContain('malformed-json');
});

test('ERR-01: whatever the bytes of a body are, the answer is no 5xx, and the next request is answered', async () => {
  const nested = fc.nat({ max: 3_000 }).map((depth) => Buffer.from(`{"nome":"x","y":${'['.repeat(depth)}${']'.repeat(depth)}}`));
  const body = fc.oneof(
    fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
    fc.json().map((text) => Buffer.from(text)),
    nested,
  );
  await fc.assert(
    fc.asyncProperty(body, async (bytes) => {
      const head = `POST ${PATH} HTTP/1.1\r\n${headers}${JSON_TYPE}Content-Length: ${bytes.length}\r\n\r\n`;
      const status = statusOf(await exchange(Buffer.concat([Buffer.from(head), bytes])));
      expect([201, 400]).toContain(status);
      expect(statusOf(await exchange(`GET ${PATH} HTTP/1.1\r\n${headers}\r\n`))).toBe(200);
    }),
    { numRuns: 60 },
  );
});

test('ERR-01: whatever the target is, the answer is no 5xx', async () => {
  await fc.assert(
    fc.asyncProperty(fc.stringMatching(/^[!-~]{1,80}$/), async (target) => {
      const status = statusOf(await exchange(`GET /${target} HTTP/1.1\r\n${headers}\r\n`));
      expect(status).toBeGreaterThanOrEqual(200);
      expect(status).toBeLessThan(500);
    }),
    { numRuns: 100 },
  );
});

test('a sender of a much too large body reads the refusal', async () => {
  const { port } = app.server.address() as AddressInfo;
  const token = await loginToken(app);
  const answer = await fetch(`http://127.0.0.1:${port}${PATH}`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${token}`,
      'X-Service-ApiKey': 'api-key',
      'X-Service-LicenseKey': 'license-1',
      'Content-Type': 'application/json',
    },
    body: 'x'.repeat(20_000_000),
  });
  expect(answer.status).toBe(413);
});
