import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { openDatabase } from '../../src/store/open-database.ts';
import { startRunning } from '../harness/running.ts';
import { freshDatabase } from '../harness/stores.ts';

const folder = mkdtempSync(join(tmpdir(), 'issued-before-'));
afterAll(() => rmSync(folder, { recursive: true }));

const sede = { indirizzo: 'Via Po 1', cap: '10124', comune: 'Torino', provincia: 'TO', nazione: 'IT' };
const righe = [{ descrizione: 'Viti', quantita: '100', prezzoUnitario: '0.08', aliquotaIva: '22.00' }];

test.each([
  ['SQLite', async () => join(folder, 'service.db')],
  ['PostgreSQL', freshDatabase],
])(
  'D-15, %s: a document that was issued before its parties were kept is exported with those of its first export',
  async (_name, location) => {
    const options = { database: await location(), sealingKey: randomBytes(32) };
    let running = await startRunning(options);
    const contact = async (id: unknown, change: object) => {
      const path = `/api/v3/1/Anagrafica/${id}`;
      const { concurrencyToken } = (await running.call('GET', path)).body;
      expect((await running.call('PUT', path, { body: { ...change, concurrencyToken } })).status).toBe(200);
    };
    const buyer = { nome: 'First', codiceFiscale: 'RSSMRA80A01H501U', sede };
    const { id: anagraficaId } = (await running.call('POST', '/api/v3/1/Anagrafica', { body: buyer })).body;
    const { id } = (await running.call('POST', '/api/v3/1/Documento', { body: { data: '2026-03-01', anagraficaId, righe } })).body;
    expect((await running.call('POST', `/api/v3/1/Documento/${id}/emit`)).status).toBe(200);
    await running.close();
    const store = await openDatabase(options.database);
    await store.migrating.deleteFrom('issued_parties').execute();
    await store.close();
    running = await startRunning(options);

    const exported = () => running.call('POST', `/api/v3/1/Documento/${id}/FatturaElettronicaXml`);
    await contact(anagraficaId, { nome: 'First' });
    expect((await exported()).body.code).toBe('documento-incomplete');
    // A number that the exchange system refuses was no obstacle then: who gets it back can still look at what was sent.
    await contact(anagraficaId, { nome: 'Second', codiceFiscale: 'RSSMRA80A01H501A', sede });
    expect((await exported()).body.xml).toContain('<Denominazione>Second</Denominazione>');
    await contact(anagraficaId, { nome: 'Third' });
    expect((await exported()).body.xml).toContain('<Denominazione>Second</Denominazione>');
    await running.close();
  },
);
