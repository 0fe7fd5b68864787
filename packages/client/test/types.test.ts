import { expectTypeOf, test } from 'vitest';
import {
  type Articolo,
  type BusinessCloudClient,
  type CompanyClient,
  type ConcurrencyToken,
  type CustomerComponents,
  change,
  concurrencyToken,
  type Id,
  isClientError,
  type PathClient,
} from '../src/index.ts';

type Schemas = CustomerComponents['schemas'];

/** Never called: what matters is that it compiles, and that each marked line does not. */
export async function namedCalls(client: BusinessCloudClient, company: CompanyClient): Promise<void> {
  const articolo = await company.articolo.get(8);
  const anagrafica = await company.anagrafica.get(8);
  expectTypeOf(articolo.status).toEqualTypeOf<200>();
  expectTypeOf(articolo.data).toEqualTypeOf<Articolo>();
  expectTypeOf(articolo.data.id).toEqualTypeOf<Id<'Articolo'>>();
  expectTypeOf(articolo.data.concurrencyToken).toEqualTypeOf<ConcurrencyToken<'Articolo'>>();

  // Identifiers and tokens of one kind do not serve for another.
  // @ts-expect-error a contact record is no stock item
  await company.articolo.get(anagrafica.data.id);
  // @ts-expect-error a token is no identifier
  await company.articolo.get(articolo.data.concurrencyToken);
  // @ts-expect-error the token is that of a contact record
  await company.articolo.update(8, { descrizione: 'Vite', concurrencyToken: anagrafica.data.concurrencyToken });
  // @ts-expect-error a token is read, not made up
  await company.articolo.update(8, { descrizione: 'Vite', concurrencyToken: 3 });
  await company.articolo.update(8, { descrizione: 'Vite', concurrencyToken: concurrencyToken(3) });
  // @ts-expect-error the document names a contact record
  await company.documento.create({ anagraficaId: articolo.data.id, data: '2026-01-31', righe: [] });
  await company.documento.create({ anagraficaId: anagrafica.data.id, data: '2026-01-31', righe: [] });

  // The headers of each answer are those of the contract.
  const created = await company.anagrafica.create({ nome: 'Rossi' });
  expectTypeOf(created.headers.Location).toEqualTypeOf<string>();
  // @ts-expect-error a read has no Location
  articolo.headers.Location;
  expectTypeOf((await company.articolo.list().page()).headers.Link).toEqualTypeOf<string | undefined>();

  // The secret of a webhook stands in one place.
  const webhook = await client.webhook.create({ AziendaId: null, Url: 'https://example.com', Events: ['articolo.Create'] });
  expectTypeOf(webhook.secret.reveal()).toEqualTypeOf<string>();
  expectTypeOf(webhook.data.secret).toEqualTypeOf<null>();
  // @ts-expect-error requests of webhooks are PascalCase
  await client.webhook.create({ aziendaId: null, url: 'https://example.com', events: [] });

  await change(company.articolo, articolo.data.id, (current) => ({ ...current, prezzo: '1.00' }));
  await change(client.webhook, 3, ({ aziendaId, url, events, concurrencyToken: token }) => ({
    AziendaId: aziendaId,
    Url: url,
    Events: events,
    ConcurrencyToken: token,
  }));
  await change(client.webhook, 3, (current) => ({ ...current, events: [...current.events, 'Documento.Emit'] }));
  await change(company.documento, 3, (current) => ({ ...current, data: '2026-02-01' }));
  // @ts-expect-error a document has no number that is a number
  await change(company.documento, 3, (current) => ({ ...current, numero: 5 }));
  // @ts-expect-error the token of the document is missing
  await company.documento.update(3, { data: '2026-02-01', anagraficaId: 1, righe: [] });

  // Names of events: those of the contract and newer objects, but no other verb.
  await client.webhook.create({ AziendaId: null, Url: 'https://example.com', Events: ['Ordine.Create'] });
  // @ts-expect-error a misspelt verb
  await client.webhook.create({ AziendaId: null, Url: 'https://example.com', Events: ['articolo.Updte'] });

  // The options of calls, and the response beside the result.
  const { response, data, status } = await company.articolo.get(8, { headers: { 'X-Trace': 'a' }, maxRetries: 0 }).withResponse();
  expectTypeOf({ response, data, status }).toEqualTypeOf<{ response: Response; data: Articolo; status: 200 }>();
  expectTypeOf(
    (await client.webhook.create({ AziendaId: null, Url: 'https://example.com', Events: [] }).withResponse()).response,
  ).toEqualTypeOf<Response>();
  await client.evento.get('guid', { after: 3 }, { timeoutMs: 5 });
  client.with({ timeoutMs: 5 }).company(1).with({ headers: {} });
  // @ts-expect-error a key belongs to one call
  client.with({ idempotencyKey: 'mine' });

  // @ts-expect-error GET and DELETE have no key
  await company.articolo.delete(8, { idempotencyKey: 'mine' });
}

/** Never called, as above. */
export async function pathCalls(company: PathClient): Promise<void> {
  // Nothing is demanded that the client fills in: neither version and company nor any header.
  await company.GET('/api/{version}/config/Azienda');
  await company.GET('/api/{version}/{companyId}/articolo');
  await company.POST('/api/{version}/{companyId}/Anagrafica', { body: { nome: 'Rossi' } });

  // What only the caller knows is demanded.
  // @ts-expect-error the identifier of the stock item is missing
  await company.GET('/api/{version}/{companyId}/articolo/{articoloId}');
  // @ts-expect-error the body is missing
  await company.POST('/api/{version}/{companyId}/Anagrafica');
  // @ts-expect-error there is no such path
  await company.GET('/api/{version}/{companyId}/cliente');

  const { data, error } = await company.GET('/api/{version}/{companyId}/articolo');
  if (data) expectTypeOf(data).toExtend<Schemas['Articolo'][]>();
  else expectTypeOf(error).toExtend<Schemas['Problem'] | undefined>();
}

/** Never called, as above. */
export function errors(error: unknown): string | undefined {
  if (!isClientError(error)) return undefined;
  // @ts-expect-error only a validation error has a pointer
  error.pointer;
  return error.code === 'validation' ? error.pointer : undefined;
}

test('answers have the names of the wire', () => {
  expectTypeOf<Schemas['Webhook']>().toHaveProperty('aziendaId');
  expectTypeOf<Schemas['WebhookInput']>().toHaveProperty('AziendaId');
});
