import { describe, expect, test } from 'vitest';
import { fetchReceiver } from '../../src/fetch.ts';
import * as node from '../../src/index.ts';
import { createTestSender, exampleEvento } from '../../src/testing.ts';
import * as web from '../../src/web.ts';

const ENTRIES = [
  { name: 'node:crypto', createReceiver: node.createReceiver },
  { name: 'Web Crypto', createReceiver: web.createReceiver },
];
const SECRET = 'whsec';
/** A value as a program in JavaScript hands it over, whatever the types say. */
const fromJavaScript = <T>(value: unknown): T => value as T;

describe.for(ENTRIES)('$name', ({ createReceiver }) => {
  /** Sends events to handlers. */
  const sendTo = (onEvent: node.EventHandlers<undefined>, failures: unknown[] = []) => {
    const receiver = createReceiver({ secret: SECRET, onEvent, onFailure: ({ error }) => void failures.push(error) });
    const sender = createTestSender({ to: fetchReceiver(receiver), secret: SECRET });
    return async (evento: object) => (await sender.send({ evento: fromJavaScript(evento) })).status;
  };

  test('each event goes to the handler of its type, the others to `other`, and what nobody asked for is processed', async () => {
    const seen: string[] = [];
    const handlers: node.EventHandlers<undefined> = {
      'Documento.Emit': ({ Object: { numero } }, { webhook }) => void seen.push(`${numero} ${webhook}`),
      'articolo.Update': async ({ Object: { descrizione } }) => void seen.push(descrizione),
      'articolo.Create': undefined,
    };
    const events = [exampleEvento('Documento.Emit', { Object: { numero: '7' } }), exampleEvento('articolo.Create')];
    for (const evento of events) expect(await sendTo(handlers)(evento)).toBe(204);
    expect(await sendTo({ ...handlers, other: ({ Type }) => void seen.push(Type) })(exampleEvento('Anagrafica.Delete'))).toBe(204);
    expect(seen).toEqual(['7 default', 'Anagrafica.Delete']);
  });

  test('types of a newer version go to `other`, also those that every object has', async () => {
    const seen: string[] = [];
    const send = sendTo({ 'articolo.Update': () => void seen.push('wrong'), other: ({ Type }) => void seen.push(Type) });
    for (const Type of ['listino.Create', 'constructor', 'other'])
      expect(await send({ ...exampleEvento('articolo.Update'), Type })).toBe(204);
    expect(seen).toEqual(['listino.Create', 'constructor', 'other']);
  });

  test('an event that has a handler but does not fit its type goes to `other`, and without it has failed: it is not lost', async () => {
    const misfit = { ...exampleEvento('articolo.Update'), Object: { id: 'eight' } };
    const seen: unknown[] = [];
    const failures: unknown[] = [];
    const update = (): void => void seen.push('wrong');
    expect(await sendTo({ 'articolo.Update': update, other: (evento) => void seen.push(evento.Object) })(misfit)).toBe(204);
    expect(await sendTo({ 'articolo.Update': update }, failures)(misfit)).toBe(500);
    expect([seen, failures]).toEqual([[misfit.Object], [expect.objectContaining({ code: 'not-an-event' })]]);
  });

  test('a handler that fails has failed the event', async () => {
    const failures: unknown[] = [];
    const fault = new RangeError('The disk is full.');
    expect(await sendTo({ 'articolo.Update': () => Promise.reject(fault) }, failures)(exampleEvento('articolo.Update'))).toBe(500);
    expect(failures).toEqual([fault]);
  });

  test('a type that is misspelt does not compile, and is refused with the one that was meant', () => {
    // @ts-expect-error It is `Documento.Emit`.
    expect(() => createReceiver({ secret: SECRET, onEvent: { 'Documento.Emitt': () => undefined } })).toThrow('Documento.Emit?');
    for (const onEvent of [{ 'Documento.Emit': 5 }, [], 'x', undefined])
      expect(() => createReceiver({ secret: SECRET, onEvent: fromJavaScript<() => void>(onEvent) })).toThrow(TypeError);
  });
});
