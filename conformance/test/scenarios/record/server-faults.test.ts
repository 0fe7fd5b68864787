import { expect, test } from 'vitest';
import { limited } from '../../../src/api/paging.ts';
import { RequestBuilder } from '../../../src/api/requests.ts';
import type { Call } from '../../../src/model/exchange.ts';
import type { JsonObject } from '../../../src/model/json.ts';
import { isServerFault, ServerFaults } from '../../../src/scenarios/record/server-faults.ts';
import { target } from './target.ts';

const api = new RequestBuilder(target, 'token');
const creation = (body: JsonObject): Call => api.call('createAnagrafica', { body });

/** The faults that calls with these answers leave in the record. */
function noted(...answered: readonly (readonly [call: Call, status: number])[]): ServerFaults {
  const faults = new ServerFaults(target);
  for (const [call, status] of answered)
    faults.note({ call, answer: { status, rawHeaders: [], body: '{"id":7}' }, startedAt: 0, durationMs: 0 });
  return faults;
}

test('a call of a form that was accepted is suspect, whichever came first', () => {
  const faults = noted([creation({ nome: '🚲' }), 500], [creation({ nome: 'a' }), 201]);
  expect(faults.suspects('createAnagrafica')).toMatchObject([{ body: { nome: '🚲' } }]);
});

test.for<readonly [what: string, call: Call]>([
  ['with members that were never accepted beside each other', creation({ nome: 'a', cognome: 'b' })],
  ['that the contract does not allow', creation({ nome: '' })],
  ['that is no JSON', { ...creation({ nome: 'a' }), body: '{"nome":' }],
  ['of another content type', { ...creation({ nome: 'a' }), headers: [['Content-Type', 'text/plain']] }],
  ['in another encoding', { ...creation({ nome: 'à' }), encoding: 'latin1' }],
  ['with a query that is not declared', limited(creation({ nome: 'a' }), 1)],
])('a call %s is not', ([, call]) => {
  expect(noted([creation({ nome: 'a' }), 201], [call, 500]).suspects('createAnagrafica')).toEqual([]);
});

test.for([501, 502, 503, 504, 422])('%d says of no fault of the service', (status) => {
  expect(isServerFault({ status })).toBe(false);
});

test('what an object was last written with is known of what is done to it', () => {
  const of = (operation: 'getAnagrafica' | 'deleteAnagrafica'): Call => api.call(operation, { id: '7' });
  const faults = noted(
    [creation({ nome: '🚲' }), 201],
    [of('getAnagrafica'), 500],
    [of('deleteAnagrafica'), 204],
    [of('getAnagrafica'), 500],
  );
  expect(faults.suspects('getAnagrafica').map(({ written }) => written)).toEqual([{ nome: '🚲' }, undefined]);
});

test('of many that are alike the first and the last are kept', () => {
  const names = Array.from({ length: 50 }, (_, index) => `name ${index}`);
  const faults = noted(...names.map((nome) => [creation({ nome }), 500] as const));
  const kept = faults.suspects('createAnagrafica').map(({ body }) => body?.nome);
  expect(kept).toEqual(['name 0', 'name 1', 'name 48', 'name 49']);
  expect(faults.times.of('createAnagrafica')).toBe(50);
});
