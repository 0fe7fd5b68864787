import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { copyWorkspace, type WorkspaceCopy } from './workspace-copy.ts';

const specs = join(import.meta.dirname, '../../../specs');

test('a resource with references and events costs one line outside the contract', async () => {
  await using copy = copyWorkspace();
  addContract(copy);
  copy.edit(
    'packages/service/src/http/handlers.ts',
    "...plainResource('articolo'),",
    "...plainResource('articolo'),\n  ...plainResource('Magazzino'),",
  );
  await copy.generate('events', 'server');
  expect(await copy.check('service')).toBe('');
  const demo = await copy.demo();

  const { body: anagrafica } = await demo.call('POST', '/api/v3/1/Anagrafica', { nome: 'Rossi' });
  const anagraficaId = idOf(anagrafica);
  const dangling = await demo.call('POST', '/api/v3/1/Magazzino', { nome: 'Nord', anagraficaId: anagraficaId + 1000 });
  expect(dangling).toMatchObject({ status: 400, body: { code: 'invalid-value', errors: [{ pointer: '/anagraficaId' }] } });
  const created = await demo.call('POST', '/api/v3/1/Magazzino', { nome: 'Nord', anagraficaId });
  expect(created).toMatchObject({ status: 201, body: { nome: 'Nord', anagraficaId, concurrencyToken: 1 } });
  const path = `/api/v3/1/Magazzino/${idOf(created.body)}`;
  expect(await demo.call('GET', path)).toEqual({ status: 200, body: created.body });
  expect((await demo.call('GET', '/api/v3/1/Magazzino')).body).toEqual([created.body]);
  const change = { nome: 'Sud', anagraficaId, concurrencyToken: 1 };
  expect(await demo.call('PUT', path, change)).toMatchObject({ status: 200, body: { nome: 'Sud', concurrencyToken: 2 } });
  expect(await demo.call('PUT', path, change)).toMatchObject({ status: 422, body: { code: 'concurrency-conflict' } });
  expect(await demo.call('DELETE', `/api/v3/1/Anagrafica/${anagraficaId}`)).toMatchObject({ status: 422, body: { code: 'in-use' } });
  expect(await demo.call('DELETE', path)).toMatchObject({ status: 204 });
  expect(await demo.call('GET', path)).toMatchObject({ status: 404 });
  const { body: log } = await demo.call('GET', '/api/v3/config/evento?limit=3');
  expect(typesIn(log)).toEqual(['Magazzino.Delete', 'Magazzino.Update', 'Magazzino.Create']);
});

/** What a person writes in specs/: the schemas, paths, events and examples of Magazzino, a contact's warehouse. */
function addContract(copy: WorkspaceCopy): void {
  const files = ['openapi/paths/anagrafica.yaml', 'schemas/Anagrafica.yaml', 'schemas/AnagraficaUpdate.yaml'];
  for (const file of [...files, ...globSync(['asyncapi/messages/Anagrafica.*.yaml', 'examples/*Anagrafica*/*.json'], { cwd: specs })])
    copy.write(`specs/${renamed(file)}`, renamed(readFileSync(join(specs, file), 'utf8')));
  copy.write('specs/schemas/MagazzinoInput.yaml', INPUT);
  // What it refers to may not be there.
  for (const _write of ['POST', 'PUT']) copy.edit('specs/openapi/paths/magazzino.yaml', '#/InvalidBody\n', '#/InvalidBodyOrValue\n');
  const item = '  /api/{version}/{companyId}/Anagrafica/{anagraficaId}:\n    $ref: paths/anagrafica.yaml#/item\n';
  const collection = '  /api/{version}/{companyId}/Anagrafica:\n    $ref: paths/anagrafica.yaml#/collection\n';
  copy.edit('specs/openapi/customer.yaml', item, item + renamed(collection + item));
  const parameters = readFileSync(join(specs, 'openapi/components/parameters.yaml'), 'utf8');
  const parameter = /^anagraficaId:\n(?: .*\n)+/m.exec(parameters)?.[0] ?? '';
  copy.write('specs/openapi/components/parameters.yaml', `${parameters}${renamed(parameter)}`);
  for (const type of ['Create', 'Update', 'Delete']) {
    const message = `      Anagrafica.${type}:\n        $ref: messages/Anagrafica.${type}.yaml\n`;
    copy.edit('specs/asyncapi/events.yaml', message, message + renamed(message));
  }
}

const INPUT = `title: MagazzinoInput
description: A warehouse as a client writes it.
x-chosen: D-06
x-label: nome
x-references: { anagraficaId: Anagrafica }
type: object
required: [nome]
properties:
  nome:
    type: string
    description: What it is called.
  anagraficaId:
    $ref: Id.yaml
`;

function renamed(text: string): string {
  return text.replaceAll('Anagrafica', 'Magazzino').replaceAll('anagrafica', 'magazzino');
}

function idOf(body: unknown): number {
  return Number(Reflect.get(Object(body), 'id'));
}

function typesIn(log: unknown): readonly string[] {
  return (log as readonly { readonly evento: { readonly Type: string } }[]).map(({ evento }) => evento.Type);
}
