import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import * as events from '../golden/events/validators.js';
import * as server from '../golden/server/validators.js';

const ARTICOLO = { codice: 'AB-12', prezzo: 19.99, misura: 'kg' };

test.for([
  { given: 'the least that is required', body: ARTICOLO, want: undefined },
  { given: 'a null where one may stand', body: { ...ARTICOLO, descrizione: null, stato: null }, want: undefined },
  { given: 'either branch of a union', body: { ...ARTICOLO, imballo: { peso: 1.5 } }, want: undefined },
  { given: 'a member that is not known', body: { ...ARTICOLO, altro: 1 }, want: undefined },
  { given: 'no required member', body: { codice: 'AB-12', misura: 'kg' }, want: 'required' },
  { given: 'a pattern that is not met', body: { ...ARTICOLO, codice: 'ab-12' }, want: 'pattern' },
  { given: 'text that is too long', body: { ...ARTICOLO, descrizione: 'x'.repeat(21) }, want: 'maxLength' },
  { given: 'a number below its bound', body: { ...ARTICOLO, prezzo: -1 }, want: 'minimum' },
  { given: 'a number at an exclusive bound', body: { ...ARTICOLO, sconto: -1 }, want: 'exclusiveMinimum' },
  { given: 'more decimals than the step', body: { ...ARTICOLO, prezzo: 0.001 }, want: 'multipleOf' },
  { given: 'a text where a number must stand', body: { ...ARTICOLO, prezzo: '1' }, want: 'type' },
  { given: 'a value that is not in the list', body: { ...ARTICOLO, misura: 'l' }, want: 'enum' },
  { given: 'no branch of a union', body: { ...ARTICOLO, imballo: {} }, want: 'required' },
  { given: 'an e-mail address that is none', body: { ...ARTICOLO, fornitore: 'nobody' }, want: 'format' },
  { given: 'a day that does not exist', body: { ...ARTICOLO, scadenza: '2023-02-29' }, want: 'format' },
  { given: 'an empty list', body: { ...ARTICOLO, codici: [] }, want: 'minItems' },
  { given: 'a list with twins', body: { ...ARTICOLO, codici: ['a', 'a'] }, want: 'uniqueItems' },
])('a body with $given: $want', ({ body, want }) => {
  const valid = server.createArticoloBody(body);
  expect(valid ? undefined : server.createArticoloBody.errors?.[0]?.keyword).toBe(want);
});

test('a query is coerced to its types and gets its defaults', () => {
  const query: Record<string, unknown> = { tipo: 'merce', after: '7' };
  expect(server.listArticoloQuery(query)).toBe(true);
  expect(query).toEqual({ limit: 100, after: '7', tipo: ['merce'] });
});

test('path parameters are coerced, and refused where that cannot be', () => {
  const params: Record<string, unknown> = { companyId: '1', articoloId: '22' };
  expect(server.updateArticoloParams(params)).toBe(true);
  expect(params).toEqual({ companyId: 1, articoloId: 22 });
  expect(server.updateArticoloParams({ companyId: '1', articoloId: 'x' })).toBe(false);
});

test('a body is never coerced', () => {
  expect(server.updateArticoloBody({ ...ARTICOLO, concurrencyToken: 0 })).toBe(true);
  expect(server.updateArticoloBody({ ...ARTICOLO, concurrencyToken: '0' })).toBe(false);
});

test('an error names the member by a JSON pointer', () => {
  server.createArticoloBody({ ...ARTICOLO, codici: ['a', 7] });
  expect(server.createArticoloBody.errors?.[0]).toMatchObject({ instancePath: '/codici/1', keyword: 'type' });
});

test('an event is discriminated by its Type', () => {
  const evento = {
    Object: { ...ARTICOLO, id: 1, concurrencyToken: 0 },
    EventGuid: '0193c1b2-8f4e-7a60-9c3d-5e2f1a0b9c8d',
    CompanyId: 1,
    ApplicationId: null,
  };
  expect(events.articoloCreateEvento({ ...evento, Type: 'articolo.Create' })).toBe(true);
  expect(events.articoloCreateEvento({ ...evento, Type: 'articolo.Delete' })).toBe(false);
});

test.for(['server', 'events'])('the validators of %s load where no code can be made from text, without ajv', async (target) => {
  const file = join(import.meta.dirname, '../golden', target, 'validators.js');
  const script = `import(${JSON.stringify(file)}).then((module) => console.log(Object.values(module).every((validate) => validate(0) === false)))`;
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--disallow-code-generation-from-strings', '--input-type=module', '--eval', script],
    {
      cwd: '/',
    },
  );
  expect(stdout.trim()).toBe('true');
});
