// The server stub answers what its handlers say, and refuses what the contract refuses.
import { contractServer, memoryPorts, noHandlers, serverOptions } from '@business-cloud/server';
import Fastify from 'fastify';

const ports = memoryPorts({
  state: [{ id: 1, descrizione: 'Martello', concurrencyToken: 1 }],
  apiKeys: ['key'],
  companies: [{ id: 7, licenseKey: 'license' }],
  users: [{ userName: 'ada', password: 'secret', companyIds: [7] }],
});
const handlers = { ...noHandlers(), listArticolo: async (_request, { transaction }) => ({ status: 200, body: transaction }) };
const app = Fastify(serverOptions());
await app.register(contractServer({ ports, handlers }));
const url = await app.listen({ host: '127.0.0.1', port: 0 });

const login = await fetch(`${url}/api/v3/authenticate`, {
  method: 'POST',
  headers: { 'Content-Type': 'application/json', 'X-Service-ApiKey': 'key' },
  body: JSON.stringify({ UserName: 'ada', Password: 'secret' }),
});
const headers = { Authorization: `Bearer ${login.headers.get('X-Token')}`, 'X-Service-ApiKey': 'key', 'X-Service-LicenseKey': 'license' };
const [known, stranger] = await Promise.all([fetch(`${url}/api/v3/7/articolo`, { headers }), fetch(`${url}/api/v3/7/articolo`)]);
console.log((await known.json()).length, stranger.status);
await app.close();
