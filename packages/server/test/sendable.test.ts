import { describe, expect, test } from 'vitest';
import { answering, internalError, serve, verdictOf } from './bad-parts.ts';
import { testPorts } from './harness.ts';

const cyclic: { self?: unknown } = {};
cyclic.self = cyclic;

describe('what a handler answers is checked before it is committed', () => {
  const body = { id: 1 };
  test.each<[string, unknown]>([
    ['undefined', undefined],
    ['null', null],
    ['a text', 'created'],
    ['no status', { body }],
    ['a status that is text', { status: '201', body }],
    ['a status that is no number', { status: Number.NaN, body }],
    ['a status of a refusal', { status: 404, body }],
    ['a status beyond HTTP', { status: 1000, body }],
    ['a Location beyond Latin-1', { status: 201, headers: { Location: '/api/v3/1/Anagrafica/発' }, body }],
    ['a Location with a line break', { status: 201, headers: { Location: '/a\r\nX-Evil: 1' }, body }],
    ['another header with NUL', { status: 201, headers: { 'X-Note': 'a\0' }, body }],
    ['a header name that is none', { status: 201, headers: { 'X Note': 'a' }, body }],
    ['a header that is an object', { status: 201, headers: { Location: { url: '/a' } }, body }],
    ['a length of its own', { status: 201, headers: { 'Content-Length': '1' }, body }],
    ['chunks of its own', { status: 201, headers: { 'Transfer-Encoding': 'chunked' }, body }],
    ['headers that are text', { status: 201, headers: 'Location: /a', body }],
    ['a BigInt', { status: 201, body: { id: 1n } }],
    ['a cycle', { status: 201, body: cyclic }],
    ['a function for a body', { status: 201, body: () => body }],
    ['half a surrogate pair', { status: 200, body: '<xml>\ud800</xml>' }],
    ['204 with a body', { status: 204, body }],
    ['a code that is none', { problem: 'constructor' }],
    ['a detail that is no text', { problem: 'not-found', detail: { 1: 1 } }],
    ['errors that are no list', { problem: 'invalid-value', errors: 5 }],
    ['errors that are no JSON', { problem: 'invalid-value', errors: [1n] }],
  ])('%s', async (_, answer) => {
    const { create, list, lines } = await serve({ handlers: answering(answer) });
    expect(verdictOf(await create())).toEqual(internalError);
    expect((await list()).json()).toEqual([]);
    // The key is not used up: what it is retried with runs again.
    expect(verdictOf(await create())).toEqual(internalError);
    expect(lines.map(({ level }) => level)).toEqual([50, 50]);
  });

  test('what can be sent is sent, and replayed alike', async () => {
    const headers = { Location: '/api/v3/1/Anagrafica/caffè', ETag: undefined, 'X-Count': 3 };
    const handlers = answering({ status: 201, headers, problem: undefined, body: '<x>発🎉</x>' });
    const { create } = await serve({ handlers, options: { validateAnswers: 'off' } });
    const [first, again] = [await create(), await create()];
    expect([first.statusCode, first.headers['x-count'], first.body]).toEqual([201, '3', '<x>発🎉</x>']);
    expect([again.statusCode, again.headers['idempotent-replayed'], again.body]).toEqual([201, 'true', first.body]);
  });

  test('a stored answer that cannot be sent is a problem', async () => {
    const answer = { status: 201, headers: { location: '/発' }, body: '{}' };
    const { transactions } = testPorts();
    const stored = { ...transactions, writeOnce: async () => ({ kind: 'replayed', answer }) };
    const { create } = await serve({ ports: { transactions: stored } });
    expect(verdictOf(await create())).toEqual(internalError);
  });
});
