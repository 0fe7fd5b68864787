import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import * as arbitraries from '../golden/conformance/arbitraries.js';
import * as eventValidators from '../golden/events/validators.js';
import * as server from '../golden/server/validators.js';

type Valid = (data: unknown) => boolean;

const VALIDATORS = new Map<string, Valid>([...Object.entries(server), ...Object.entries(eventValidators)]);
const { bodies, events, ...parts } = arbitraries;
const ARBITRARIES = new Map(Object.entries(parts));

test('each part of a request and each event has an arbitrary and a validator', () => {
  const validated = [...VALIDATORS.keys()].filter((name) => !/\d{3}(?:Headers)?$/.test(name));
  expect([...ARBITRARIES.keys()].sort()).toEqual(validated.sort());
});

test('the table of bodies has the arbitrary of each', () => {
  const table = [...ARBITRARIES].flatMap(([name, arbitrary]) => (name.endsWith('Body') ? [[name.replace(/Body$/, ''), arbitrary]] : []));
  expect(bodies).toEqual(Object.fromEntries(table));
});

test('the table of events has the arbitrary of each', () => {
  expect(Object.values(events)).toEqual([...ARBITRARIES].flatMap(([name, arbitrary]) => (name.endsWith('Evento') ? [arbitrary] : [])));
  for (const [type, arbitrary] of Object.entries(events)) expect(fc.sample(arbitrary, 1)).toMatchObject([{ Type: type }]);
});

test.for([...ARBITRARIES])('%s: what the arbitrary makes satisfies the schema', ([name, arbitrary]) => {
  const valid = VALIDATORS.get(name);
  fc.assert(fc.property(arbitrary, (value) => valid?.(structuredClone(value)) === true));
});

test.for([...ARBITRARIES])('%s: what the arbitrary makes survives JSON', ([, arbitrary]) => {
  const survives = fc.property(arbitrary, (value) => {
    expect(JSON.parse(JSON.stringify(value))).toStrictEqual(value);
  });
  fc.assert(survives);
});

const optional = (member: string) => (value: arbitraries.JsonObject) => member in value;

test.for([
  ['a null', ({ descrizione }) => descrizione === null],
  ['text', ({ descrizione }) => typeof descrizione === 'string'],
  ['text outside ASCII', ({ descrizione }) => typeof descrizione === 'string' && /[^ -~]/.test(descrizione)],
  ['a null of an enum', ({ stato }) => stato === null],
  ['one branch of a union', ({ imballo }) => JSON.stringify(imballo)?.includes('scatola') === true],
  ['the other branch', ({ imballo }) => JSON.stringify(imballo)?.includes('peso') === true],
  ['a lower bound', ({ quantita }) => quantita === -5],
  ['an upper bound', ({ quantita }) => quantita === 5],
  ['a fraction', ({ prezzo }) => typeof prezzo === 'number' && !Number.isInteger(prezzo)],
  ['an optional member', optional('lotto')],
  ['no optional member', (value) => !optional('lotto')(value)],
  ['the longest list', ({ codici }) => Array.isArray(codici) && codici.length === 3],
] satisfies [string, (value: arbitraries.JsonObject) => boolean][])('a body with %s turns up among a thousand', ([, wanted]) => {
  expect(fc.sample(arbitraries.createArticoloBody, { numRuns: 1000, seed: 7 }).some(wanted)).toBe(true);
});
