// Calls a service with the clients that @hey-api/openapi-ts makes, and prints what it read as JSON.
import { createClient as createAdminClient } from './admin/client';
import { authenticate } from './admin/sdk.gen';
import { createClient } from './customer/client';
import { createAnagrafica, createWebhook, getAnagrafica, getWebhook, listAzienda } from './customer/sdk.gen';

const { SERVICE_URL: baseUrl = '', SERVICE_API_KEY: apiKey = '', SERVICE_LICENSE_KEY: licenseKey = '' } = process.env;
const { SERVICE_USER_NAME: USER_NAME = '', SERVICE_PASSWORD: PASSWORD = '' } = process.env;
const VERSION = 'v3';
const headers = { 'X-Service-ApplicationId': 'foreign-hey-api' };
const keys = new Map([
  ['X-Service-ApiKey', apiKey],
  ['X-Service-LicenseKey', licenseKey],
]);

async function main(): Promise<void> {
  const throwOnError = true;
  const admin = createAdminClient({ baseUrl, auth: apiKey });
  const login = await authenticate({
    client: admin,
    throwOnError,
    path: { version: VERSION },
    headers,
    body: { UserName: USER_NAME, Password: PASSWORD },
  });
  const token = login.response.headers.get('X-Token') ?? '';

  const client = createClient({ baseUrl, auth: ({ name = '' }) => keys.get(name) ?? token });
  const { data: companies } = await listAzienda({ client, throwOnError, path: { version: VERSION }, headers });
  const companyId = companies[0]?.id ?? 0;
  const key = { 'Idempotency-Key': 'foreign-hey-api-1' };
  const body = { nome: 'Bianchi' };
  const created = await createAnagrafica({
    client,
    throwOnError,
    path: { version: VERSION, companyId },
    headers: { ...headers, ...key },
    body,
  });
  const read = await getAnagrafica({ client, throwOnError, path: { version: VERSION, companyId, anagraficaId: created.data.id }, headers });
  const wanted = { AziendaId: null, Url: 'https://receiver.example/events', Events: ['Anagrafica.Create'] };
  const registered = await createWebhook({ client, throwOnError, path: { version: VERSION }, headers, body: wanted });
  const webhook = await getWebhook({ client, throwOnError, path: { version: VERSION, id: registered.data.id }, headers });
  const { aziendaId, secret } = webhook.data;
  console.log(JSON.stringify({ company: companyId, nome: read.data.nome, hasSecret: registered.data.secret !== '', aziendaId, secret }));
}

void main();
