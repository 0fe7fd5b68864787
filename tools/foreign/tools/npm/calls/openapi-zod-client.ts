// Calls a service with the clients that openapi-zod-client makes, and prints what it read as JSON.
import { createApiClient as createAdminClient } from './admin/client';
import { createApiClient } from './customer/client';

const { SERVICE_URL: url = '', SERVICE_API_KEY: apiKey = '', SERVICE_LICENSE_KEY: licenseKey = '' } = process.env;
const { SERVICE_USER_NAME: USER_NAME = '', SERVICE_PASSWORD: PASSWORD = '' } = process.env;
const params = { version: 'v3' } as const;
const headers = { 'X-Service-ApplicationId': 'foreign-zod' };

async function main(): Promise<void> {
  const admin = createAdminClient(url, { axiosConfig: { headers: { 'X-Service-ApiKey': apiKey } } });
  let token = '';
  // Its calls answer bodies alone.
  admin.axios.interceptors.response.use((response) => {
    token = String(response.headers['x-token']);
    return response;
  });
  await admin.authenticate({ UserName: USER_NAME, Password: PASSWORD }, { params, headers });

  const keys = { 'X-Service-ApiKey': apiKey, 'X-Service-LicenseKey': licenseKey, Authorization: `Bearer ${token}` };
  const api = createApiClient(url, { axiosConfig: { headers: keys } });
  const [company] = await api.listAzienda({ params, headers });
  const companyId = company?.id ?? 0;
  const key = { 'Idempotency-Key': 'foreign-zod-1' };
  const created = await api.createAnagrafica({ nome: 'Bianchi' }, { params: { ...params, companyId }, headers: { ...headers, ...key } });
  const read = await api.getAnagrafica({ params: { ...params, companyId, anagraficaId: created.id }, headers });
  const wanted = { AziendaId: null, Url: 'https://receiver.example/events', Events: ['Anagrafica.Create'] };
  const registered = await api.createWebhook(wanted, { params, headers });
  const { aziendaId, secret } = await api.getWebhook({ params: { ...params, id: registered.id }, headers });
  console.log(JSON.stringify({ company: companyId, nome: read.nome, hasSecret: registered.secret !== '', aziendaId, secret }));
}

void main();
