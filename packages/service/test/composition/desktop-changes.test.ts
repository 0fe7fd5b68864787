import { randomBytes } from 'node:crypto';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { openDesktopChanges } from '../../src/composition/desktop-changes.ts';
import { createWebhook, startRunning } from '../harness/running.ts';
import { freshDatabase } from '../harness/stores.ts';

const sede = { indirizzo: 'Via Po 1', cap: '10124', comune: 'Torino', provincia: 'TO', nazione: 'IT' };
const righe = [{ descrizione: 'x', quantita: '1', prezzoUnitario: '1', aliquotaIva: '22.00' }];

test('DLV-07, D-14: of the desktop’s changes only those of Documento are delivered, and all are made', async () => {
  const store = { database: await freshDatabase(), sealingKey: randomBytes(32) };
  const running = await startRunning(store);
  await createWebhook(running, { Events: ['Anagrafica.Create', 'Documento.Create', 'Documento.Emit', 'FatturaElettronicaXml.Export'] });
  const desktop = await openDesktopChanges({ ...store, log: pino({ level: 'silent' }) });
  const change = async (path: string, body?: object) => {
    const sent = Buffer.from(body === undefined ? '' : JSON.stringify(body));
    const answer = await desktop.make({ method: 'POST', path: `/api/v3/1/${path}`, body: sent, idempotencyKey: undefined });
    return JSON.parse(answer.body);
  };
  const { id: anagraficaId } = await change('Anagrafica', { nome: 'Desktop', codiceFiscale: 'RSSMRA80A01H501U', sede });
  const { id } = await change('Documento', { data: '2026-03-01', anagraficaId, righe });
  await change(`Documento/${id}/emit`);

  const received = await running.receiver.waitFor(2);
  expect(received.map(({ body }) => JSON.parse(String(body)).Type).sort()).toEqual(['Documento.Create', 'Documento.Emit']);
  const { body: log } = await running.call('GET', '/api/v3/config/evento');
  expect(Array.from(log, ({ origin }) => origin)).toEqual(['desktop', 'desktop']);
  expect((await running.call('GET', `/api/v3/1/Anagrafica/${anagraficaId}`)).body.nome).toBe('Desktop');
  await desktop.close();
  await running.close();
});

test('D-14: a change in a company that is not there is refused', async () => {
  const store = { database: ':memory:', sealingKey: randomBytes(32), log: pino({ level: 'silent' }) };
  const desktop = await openDesktopChanges(store);
  const missing = await desktop.make({
    method: 'DELETE',
    path: '/api/v3/7/Anagrafica/1',
    body: Buffer.alloc(0),
    idempotencyKey: undefined,
  });
  expect([missing.status, JSON.parse(missing.body).detail]).toEqual([404, 'There is no company 7.']);
  await desktop.close();
});
