// Compiled with `declaration` against the client in the layout of pnpm, where a package sees what it names itself and nothing else: each
// export needs a type that its user can name.
import { type ClientOptions, change, createClient, isClientError } from '@business-cloud/client';
import { fileTokenStorage } from '@business-cloud/client/file-token-storage';
import { createOpenapiFetchClient } from '@business-cloud/client/openapi-fetch';
import { tracing } from '@business-cloud/client/opentelemetry';
import { createPathClient } from '@business-cloud/client/paths';
import { createTestClient } from '@business-cloud/client/testing';
import { validateResponse } from '@business-cloud/client/validation';

declare const options: ClientOptions;
const LIST = '/api/{version}/{companyId}/articolo';
const ONE = '/api/{version}/{companyId}/articolo/{articoloId}';
const own = { params: { path: { articoloId: 8 } } };

export const clients = createPathClient(options);
export const client = clients.company(1, 'key');
export const { GET, POST } = client;
export const get = client.GET;
export const call = client.GET(ONE, own);
export const answer = await client.GET(ONE, own);
export const { data, error, response } = answer;
export const list = await client.GET(LIST, { params: { query: { limit: 3 } } });
export const created = await client.POST('/api/{version}/{companyId}/Anagrafica', { body: { nome: 'Rossi' } });
export const deleted = await client.DELETE(ONE, own);
export const read = (articoloId: number) => client.GET(ONE, { params: { path: { articoloId } } });
export class Warehouse {
  readonly client = createPathClient(options).company(1, 'key');
  readonly get = this.client.GET;
  list() {
    return this.client.GET(LIST);
  }
}

export const fullClients = createOpenapiFetchClient(options);
export const full = fullClients.company(1, 'key');
export const fullGet = full.GET;
export const fullUse = full.use;
export const fullRequest = full.request;
export const fullCall = full.GET(ONE, own);
export const fullAnswer = await full.GET(ONE, own);
export const fullText = await full.GET(ONE, { ...own, parseAs: 'text' });
export const fullCreated = await full.POST('/api/{version}/{companyId}/Anagrafica', { body: { nome: 'Rossi' } });
export const { data: fullData, error: fullError } = fullAnswer;
export const fullRead = (articoloId: number) => full.GET(ONE, { params: { path: { articoloId } } });
export type FullUse = Parameters<typeof full.use>;
export class FullWarehouse {
  readonly client = createOpenapiFetchClient(options).company(1, 'key');
  readonly get = this.client.GET;
  list() {
    return this.client.GET(LIST);
  }
}

export const named = createClient(options);
export const company = named.company(1, 'key');
export const { articolo, paths } = company;
export const namedGet = company.articolo.get;
export const namedAnswer = await company.articolo.get(8);
export const namedData = namedAnswer.data;
export const listing = company.articolo.list();
export const pages = listing.pages();
export const page = await listing.page();
export const webhook = await named.webhook.create({ AziendaId: null, Url: 'https://example.com', Events: ['articolo.Create'] });
export const changed = await change(company.articolo, 8, (current) => current);
export const byPath = company.paths.GET;
export const isOurs = isClientError;
export const double = createTestClient({ getArticolo: () => ({ status: 200, body: { id: 8, descrizione: 'Vite', concurrencyToken: 0 } }) });
export const storage = fileTokenStorage('token');
export const listener = tracing({} as Parameters<typeof tracing>[0]);
export const validate = validateResponse;
