// Compiled with `exactOptionalPropertyTypes`: whoever passes on what may be undefined need not take it out first.
import { change, createClient, type WebhookInput } from '@business-cloud/client';
import { createOpenapiFetchClient } from '@business-cloud/client/openapi-fetch';
import { createPathClient } from '@business-cloud/client/paths';
import { createTestClient } from '@business-cloud/client/testing';

interface Perhaps {
  readonly text: string | undefined;
  readonly number: number | undefined;
  readonly signal: AbortSignal | undefined;
  readonly call: (() => never) | undefined;
}

export async function passOn({ text, number, signal, call }: Perhaps, webhook: WebhookInput): Promise<void> {
  const needed = { adminUrl: '', customerUrl: '', apiKey: '', applicationId: '', userName: '', password: '' };
  const retry = { maxAttempts: number, baseMs: number, capMs: number, budget: number };
  const connection = {
    ...{ ...needed, headerWord: text, timeoutMs: number, retry, tokenStorage: undefined, onEvent: call, fetch: call },
    ...{ clock: undefined, random: call },
  };
  const client = createClient({ ...connection, licenseKey: text, validate: call });
  const { articolo, anagrafica } = client.company(1, 'key');
  await articolo.get(1, { signal, timeoutMs: number });
  await articolo.create({ descrizione: 'Vite', codice: text, prezzo: text }, { signal, timeoutMs: number, idempotencyKey: text });
  await anagrafica.create({ nome: 'Rossi', sede: { indirizzo: '', comune: '', cap: '', nazione: '', provincia: text } });
  await articolo.list({ limit: number, after: number }, { signal }).toArray({ max: number });
  await change(articolo, 1, (current) => ({ ...current, prezzo: text }), { maxTries: number, signal, timeoutMs: number });
  await client.webhook.create({ ...webhook, Description: text });

  const byPath = createPathClient(connection).company(1, 'key');
  await byPath.GET('/api/{version}/{companyId}/articolo', undefined);
  const header = { 'Idempotency-Key': text };
  await byPath.GET('/api/{version}/{companyId}/articolo', {
    params: { query: { limit: number, after: number } },
    signal,
    timeoutMs: number,
  });
  await byPath.POST('/api/{version}/{companyId}/articolo', { params: { header }, body: { descrizione: 'Vite', codice: text } });
  createOpenapiFetchClient(connection);
  const answer = { status: 200, headers: undefined, body: { id: 8, descrizione: 'Vite', codice: text, concurrencyToken: 0 } } as const;
  createTestClient({ getArticolo: () => answer, listArticolo: undefined }, { fetch: undefined, apiKey: text });
}
