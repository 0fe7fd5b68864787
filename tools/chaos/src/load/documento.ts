import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from './client.ts';
import { OBJECTS_PATH } from './writers.ts';

/** A document with so many lines, each as long as one may be. */
export function documentoOf(anagraficaId: number, lines: number, descrizione: string = 'd'.repeat(1000)): object {
  const riga = { descrizione, quantita: '1', prezzoUnitario: '1', aliquotaIva: '22.00' };
  return { data: '2026-03-01', anagraficaId, righe: Array.from({ length: lines }, () => riga) };
}

/** The id of an object that a writer has created, which documents can refer to; waits for the first. */
export async function firstRecipient(client: Client): Promise<number> {
  for (;;) {
    const { text } = await client.callUntilAnswered('GET', `${OBJECTS_PATH}?limit=1`);
    const [first] = JSON.parse(text) as { readonly id: number }[];
    if (first !== undefined) return first.id;
    await sleep(50);
  }
}
