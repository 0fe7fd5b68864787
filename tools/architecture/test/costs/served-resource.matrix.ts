import { expect, test } from 'vitest';
import { copyWorkspace } from '../workspace-copy.ts';

test('a resource with references and events costs one line outside the contract', async () => {
  await using copy = copyWorkspace();
  await copy.apply('a-resource');
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

function idOf(body: unknown): number {
  return Number(Reflect.get(Object(body), 'id'));
}

function typesIn(log: unknown): readonly string[] {
  return (log as readonly { readonly evento: { readonly Type: string } }[]).map(({ evento }) => evento.Type);
}
