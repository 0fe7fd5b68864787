import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { expect, expectTypeOf, test } from 'vitest';
import { type components, eventoTypes, isKnownEvento, parseEvento, readEvento } from '../../src/index.ts';

const EXAMPLES = join(import.meta.dirname, '../../../../specs/examples');
const ENVELOPE = {
  Type: 'Fornitore.Create',
  Object: { any: ['thing'] },
  EventGuid: 'b0a7c3f2-6a53-4a8e-9a55-0f3c5d7e1a2b',
  CompanyId: 1,
  ApplicationId: null,
};

const bytes = (value: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(value));

test.for(eventoTypes)('%s: every example of the contract is read as it stands', async (type) => {
  const files = (await readdir(join(EXAMPLES, type))).filter((file) => file.endsWith('.json'));
  expect(files).not.toEqual([]);
  for (const file of files) {
    const body = await readFile(join(EXAMPLES, type, file));
    const evento = parseEvento(body);
    expect(evento).toEqual(JSON.parse(body.toString()));
    expect({ type: evento.Type, known: isKnownEvento(evento) }).toEqual({ type, known: true });
  }
});

test('RCV-16: members that the contract does not know stay where they are', async () => {
  const example: unknown = JSON.parse(await readFile(join(EXAMPLES, 'Anagrafica.Create/created.json'), 'utf8'));
  const extended = Object.assign({ Extra: 1 }, example);
  expect(parseEvento(bytes(extended))).toEqual(extended);
});

test('an event of a type that the contract does not know passes, its Object unknown', () => {
  const evento = parseEvento(bytes(ENVELOPE));
  expect(evento).toEqual(ENVELOPE);
  if (isKnownEvento(evento)) throw new Error('Fornitore.Create is not known');
  expectTypeOf(evento.Object).toBeUnknown();
});

test('a known event is discriminated by its Type, which gives the type of its Object', () => {
  const evento = parseEvento(bytes(ENVELOPE));
  if (isKnownEvento(evento) && evento.Type === 'Anagrafica.Create') {
    expectTypeOf(evento.Object).toEqualTypeOf<components['schemas']['Anagrafica']>();
    expectTypeOf(evento.Extra).toBeUnknown();
  }
  expect(isKnownEvento(evento)).toBe(false);
});

test.for(eventoTypes)('%s: an envelope in camelCase is the same event', async (type) => {
  const [file = ''] = await readdir(join(EXAMPLES, type));
  const example: object = JSON.parse(await readFile(join(EXAMPLES, type, file), 'utf8'));
  const camelCase = Object.fromEntries(
    Object.entries(example).map(([name, value]) => [name.charAt(0).toLowerCase() + name.slice(1), value]),
  );
  const evento = parseEvento(bytes(camelCase));
  expect(evento).toEqual(example);
  expect(isKnownEvento(evento)).toBe(true);
});

test('where both casings are there, the one of the contract counts, and the other is a member like any other', () => {
  expect(parseEvento(bytes({ ...ENVELOPE, companyId: 2, eventGuid: 'other' }))).toEqual({ ...ENVELOPE, companyId: 2, eventGuid: 'other' });
});

test('a CompanyId written as text is read, and no ApplicationId is null', () => {
  expect(parseEvento(bytes({ ...ENVELOPE, CompanyId: '12', ApplicationId: undefined }))).toEqual({ ...ENVELOPE, CompanyId: 12 });
});

test('readEvento takes a known type with another Object, and isKnownEvento tells', () => {
  const evento = readEvento(bytes({ ...ENVELOPE, Type: 'Anagrafica.Create' }));
  expect([evento.Object, isKnownEvento(evento)]).toEqual([{ any: ['thing'] }, false]);
});

test('whatever the JSON, it is an event or refused by a code', () => {
  const property = fc.property(fc.json(), fc.uint8Array(), (text, noise) => {
    for (const body of [new TextEncoder().encode(text), noise]) {
      expect(() => parseEvento(body)).toThrow(expect.objectContaining({ code: expect.stringMatching(/^(invalid-json|not-an-event)$/) }));
    }
  });
  fc.assert(property);
});

test.for([
  { given: 'no JSON', body: new TextEncoder().encode('{'), want: 'invalid-json' },
  { given: 'an empty body', body: new Uint8Array(), want: 'invalid-json' },
  { given: 'invalid UTF-8', body: Uint8Array.of(0x22, 0xff, 0x22), want: 'invalid-json' },
  { given: 'a null', body: bytes(null), want: 'not-an-event' },
  { given: 'a list', body: bytes([ENVELOPE]), want: 'not-an-event' },
  { given: 'no Type', body: bytes({ ...ENVELOPE, Type: undefined }), want: 'not-an-event' },
  { given: 'no Object', body: bytes({ ...ENVELOPE, Object: undefined }), want: 'not-an-event' },
  { given: 'a CompanyId that is no number', body: bytes({ ...ENVELOPE, CompanyId: 'one' }), want: 'not-an-event' },
  { given: 'a CompanyId that no number holds', body: bytes({ ...ENVELOPE, CompanyId: '9007199254740993' }), want: 'not-an-event' },
  { given: 'an empty EventGuid', body: bytes({ ...ENVELOPE, EventGuid: '' }), want: 'not-an-event' },
  { given: 'a boundless EventGuid', body: bytes({ ...ENVELOPE, EventGuid: 'a'.repeat(256) }), want: 'not-an-event' },
  { given: 'a known Type with another Object', body: bytes({ ...ENVELOPE, Type: 'Anagrafica.Create' }), want: 'not-an-event' },
  { given: 'a Type that every object has', body: bytes({ ...ENVELOPE, Type: 'toString', Object: undefined }), want: 'not-an-event' },
  { given: 'text in place of bytes', body: '{}' as never, want: 'body-not-bytes' },
])('$given is refused: $want', ({ body, want }) => {
  expect(() => parseEvento(body)).toThrow(expect.objectContaining({ code: want }));
});
