import { expectTypeOf, test } from 'vitest';
import type { CustomerClient, CustomerComponents } from '../src/index.ts';

type Schemas = CustomerComponents['schemas'];

/** Never called: what matters is that it compiles, and that each marked line does not. */
export async function calls(company: CustomerClient): Promise<void> {
  // Nothing is demanded that the client fills in: neither version and company nor any header.
  await company.GET('/api/{version}/config/Azienda');
  await company.GET('/api/{version}/{companyId}/articolo');
  await company.POST('/api/{version}/{companyId}/Anagrafica', { body: { nome: 'Rossi' } });

  // What only the caller knows is demanded.
  // @ts-expect-error the identifier of the stock item is missing
  await company.GET('/api/{version}/{companyId}/articolo/{articoloId}');
  // @ts-expect-error the body is missing
  await company.POST('/api/{version}/{companyId}/Anagrafica');
  // @ts-expect-error requests of webhooks are PascalCase
  await company.POST('/api/{version}/config/webhook', { body: { url: 'https://example.com', events: [] } });
  // @ts-expect-error there is no such path
  await company.GET('/api/{version}/{companyId}/cliente');

  const { data, error } = await company.GET('/api/{version}/{companyId}/articolo');
  if (data) expectTypeOf(data).toExtend<Schemas['Articolo'][]>();
  else expectTypeOf(error).toExtend<Schemas['Problem'] | undefined>();
}

test('answers have the names of the wire', () => {
  expectTypeOf<Schemas['Webhook']>().toHaveProperty('aziendaId');
  expectTypeOf<Schemas['WebhookInput']>().toHaveProperty('AziendaId');
});
