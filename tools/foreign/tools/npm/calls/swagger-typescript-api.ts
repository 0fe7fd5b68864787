// Calls a service with the clients that swagger-typescript-api makes, and prints what it read as JSON.
import { Api as AdminApi } from './admin/api';
import { Api as CustomerApi } from './customer/api';

const { SERVICE_URL: baseUrl = '', SERVICE_API_KEY: apiKey = '', SERVICE_LICENSE_KEY: licenseKey = '' } = process.env;
const { SERVICE_USER_NAME: USER_NAME = '', SERVICE_PASSWORD: PASSWORD = '' } = process.env;
const VERSION = 'v3';
const common = { 'X-Service-ApiKey': apiKey, 'X-Service-ApplicationId': 'foreign-swagger' };

async function main(): Promise<void> {
  const admin = new AdminApi({ baseUrl, baseApiParams: { headers: common } });
  const login = await admin.api.authenticate(VERSION, { UserName: USER_NAME, Password: PASSWORD });

  const headers = { ...common, 'X-Service-LicenseKey': licenseKey, Authorization: `Bearer ${login.headers.get('X-Token')}` };
  const { api } = new CustomerApi({ baseUrl, baseApiParams: { headers } });
  const companies = await api.listAzienda(VERSION);
  const company = companies.data[0]?.id ?? 0;
  const key = { headers: { 'Idempotency-Key': 'foreign-swagger-1' } };
  const created = await api.createAnagrafica(VERSION, company, { nome: 'Bianchi' }, key);
  const read = await api.getAnagrafica(VERSION, company, created.data.id);
  const wanted = { AziendaId: null, Url: 'https://receiver.example/events', Events: ['Anagrafica.Create'] };
  const registered = await api.createWebhook(VERSION, wanted);
  const webhook = await api.getWebhook(VERSION, registered.data.id);
  const { aziendaId, secret } = webhook.data;
  console.log(JSON.stringify({ company, nome: read.data.nome, hasSecret: registered.data.secret !== '', aziendaId, secret }));
}

void main();
