import fc from 'fast-check';
import { withHeader } from '../../http/call.ts';
import type { Call } from '../../model/exchange.ts';

/** A way to spoil a call, with words for the report. */
export interface Malformation {
  readonly what: string;
  readonly apply: (call: Call) => Call;
  readonly [fc.toStringMethod]: () => string;
}

function malformation(what: string, apply: (call: Call) => Call): Malformation {
  return { what, apply: (call) => ({ ...apply(call), isOdd: true }), [fc.toStringMethod]: () => what };
}

function bodyOf(what: string, body: string): Malformation {
  return malformation(what, (call) => ({
    ...withHeader(call, 'Content-Type', 'application/json'),
    method: call.method === 'GET' ? 'POST' : call.method,
    body,
  }));
}

/** More levels than a recursive parser may handle. */
export const DEEP = 5_000;

/** Bodies that no schema allows, that are not JSON, or that are JSON which breaks careless parsers. */
export const malformedBody: fc.Arbitrary<Malformation> = fc.oneof(
  fc.json({ maxDepth: 3 }).map((text) => bodyOf(`the body ${text.slice(0, 80)}`, text)),
  fc.string({ maxLength: 60 }).map((text) => bodyOf(`the body ${JSON.stringify(text)}`, text)),
  fc.constantFrom(
    bodyOf('an empty body', ''),
    bodyOf('half a body', '{"nome":"x'),
    bodyOf('a deep body', '['.repeat(DEEP) + ']'.repeat(DEEP)),
    bodyOf('a huge number', '{"nome":1e400,"AziendaId":1e400,"Events":[1e400]}'),
    bodyOf('a prototype', '{"__proto__":{"nome":"x"},"constructor":{"prototype":{}}}'),
    bodyOf('a NUL', '{"nome":"\\u0000","Url":"https://\\u0000","Events":["\\u0000"]}'),
    bodyOf('a lone surrogate', '{"nome":"\\ud800","UserName":"\\ud800","Password":"\\udfff"}'),
    bodyOf('a long name', `{"nome":"${'x'.repeat(200_000)}"}`),
    bodyOf('numbers for texts', '{"nome":1,"UserName":1,"Password":[],"Url":{},"Events":"x","Description":1}'),
    bodyOf('null for every member', '{"nome":null,"UserName":null,"Password":null,"Url":null,"Events":null}'),
    bodyOf('an invalid url', '{"AziendaId":1,"Url":"https://[","Events":["Anagrafica.Create"]}'),
    bodyOf('an id out of range', '{"AziendaId":99999999999999999999,"Url":"https://localhost/","Events":["Anagrafica.Create"]}'),
  ),
);

/** Paths, queries and headers that nobody should send. */
export const malformedCall: fc.Arbitrary<Malformation> = fc.oneof(
  fc
    .constantFrom('%', '%zz', '%00', '%c0%af', '..%2f..', '-1', '0', '1.5', '1e3', '99999999999999999999999', 'NaN', "1'--", '%f0%9f%9a%b2')
    .map((id) => malformation(`the id ${id}`, (call) => ({ ...call, url: call.url.slice(0, call.url.lastIndexOf('/') + 1) + id }))),
  fc
    .constantFrom('limit=-1', 'limit=1e9', 'limit=x', 'limit[]=1', 'after=%00', 'after=99999999999999999999', '%', '&&==')
    .map((query) => malformation(`the query ${query}`, (call) => ({ ...call, url: `${call.url}?${query}` }))),
  fc
    .constantFrom('', 'text/plain', 'application/json; charset=utf-7', 'application/', ';', 'multipart/form-data')
    .map((type) => malformation(`the content type ${JSON.stringify(type)}`, (call) => withHeader(call, 'Content-Type', type))),
  fc
    .constantFrom(' ', 'x'.repeat(300), '\u00e9', 'a,b', '"')
    .map((key) => malformation('an odd idempotency key', (call) => withHeader(call, 'Idempotency-Key', key))),
  fc.constant(malformation('a long header', (call) => withHeader(call, 'X-Long', 'x'.repeat(12_000)))),
  fc.constant(malformation('a long path', (call) => ({ ...call, url: `${call.url}/${'x'.repeat(6_000)}` }))),
  fc.constant(malformation('two tokens', (call) => ({ ...call, headers: [...call.headers, ['Authorization', 'Bearer x'] as const] }))),
);
