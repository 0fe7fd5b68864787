import { expect, test } from 'vitest';
import { copyWorkspace } from './workspace-copy.ts';

test('an optional member that is added to the schemas is kept by the service: nothing else is changed by hand', async () => {
  await using copy = copyWorkspace();
  const added = 'annotazione:\n    type: string\n    description: A note.\n    maxLength: 80\n';
  copy.edit('specs/schemas/AnagraficaInput.yaml', '  telefono:\n', `  ${added}  telefono:\n`);
  copy.edit('specs/schemas/Indirizzo.yaml', '  numeroCivico:\n', `  ${added}  numeroCivico:\n`);
  copy.edit('specs/schemas/ArticoloInput.yaml', 'properties:\n', `properties:\n  ${added}`);
  copy.edit('specs/schemas/DocumentoTestata.yaml', 'properties:\n', `properties:\n  ${added}`);
  copy.edit('specs/schemas/RigaInput.yaml', 'properties:\n', `properties:\n  ${added}`);
  await copy.generate('server');
  const demo = await copy.demo();

  const sede = { indirizzo: 'Via Po', cap: '10123', comune: 'Torino', nazione: 'IT', annotazione: 'inside' };
  const anagrafica = { nome: 'Rossi', annotazione: 'first', sede };
  const articolo = { codice: 'A-1', descrizione: 'Vite', annotazione: 'first' };
  const riga = { descrizione: 'Vite', quantita: '1', prezzoUnitario: '1.00', aliquotaIva: '22.00', annotazione: 'inside' };
  const documento = {
    data: '2026-01-31',
    anagraficaId: await created(demo, 'Anagrafica', anagrafica),
    annotazione: 'first',
    righe: [riga],
  };
  await created(demo, 'articolo', articolo);
  await created(demo, 'Documento', documento);
});

/** Creates an object and replaces it; each time everything that was sent must be answered by GET, and in the list. Returns the identifier. */
async function created(
  demo: Awaited<ReturnType<ReturnType<typeof copyWorkspace>['demo']>>,
  resource: string,
  sent: object,
): Promise<number> {
  const collection = `/api/v3/1/${resource}`;
  const { status, body } = await demo.call('POST', collection, sent);
  expect({ status, body }).toMatchObject({ status: 201, body: sent });
  const { id, concurrencyToken } = body as { readonly id: number; readonly concurrencyToken: number };
  expect(await demo.call('GET', `${collection}/${id}`)).toMatchObject({ status: 200, body: sent });
  const replaced = { ...sent, annotazione: 'second' };
  const replacement = await demo.call('PUT', `${collection}/${id}`, { ...replaced, concurrencyToken });
  expect(replacement).toMatchObject({ status: 200, body: replaced });
  expect(await demo.call('GET', `${collection}/${id}`)).toEqual(replacement);
  expect(await demo.call('GET', `${collection}?after=${id - 1}`)).toEqual({ status: 200, body: [replacement.body] });
  return id;
}
