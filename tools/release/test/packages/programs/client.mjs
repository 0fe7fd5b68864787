// What the client must do on every Node: a read, a write and a refusal. Its first argument is what `business-cloud-service demo --print json` prints.
import { createRequire } from 'node:module';

const [target, way] = process.argv.slice(2);
const { service, credentials, companies } = JSON.parse(target);
const { createClient, isClientError } =
  way === 'require' ? createRequire(import.meta.url)('@business-cloud/client') : await import('@business-cloud/client');

const { adminUrl, customerUrl } = service;
const company = createClient({ adminUrl, customerUrl, ...credentials }).company(companies[0].id, companies[0].licenseKey);
const articoli = await company.articolo.list().toArray();
const created = await company.anagrafica.create({ nome: 'Rossi' });
const refused = await company.articolo.get(404_404).catch((error) => (isClientError(error) ? error.code : error));
console.log(articoli.length > 0, created.status, refused);
