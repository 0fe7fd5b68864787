import { randomBytes } from 'node:crypto';
import { seedDemo, startService } from '@business-cloud/service';
import { pino } from 'pino';

const service = await startService({ database: ':memory:', sealingKey: randomBytes(32), log: pino({ level: 'warn' }) });
const { apiKey, userName, password, companies } = await seedDemo(service);
const url = await service.app.listen({ port: 0 });

const login = await fetch(`${url}/api/v3/authenticate`, {
  method: 'POST',
  headers: { 'Content-Type': 'application/json', 'X-Service-ApiKey': apiKey },
  body: JSON.stringify({ UserName: userName, Password: password }),
});
for (const { id, licenseKey } of companies) {
  const articoli = await fetch(`${url}/api/v3/${id}/articolo`, {
    headers: {
      Authorization: `Bearer ${login.headers.get('X-Token')}`,
      'X-Service-ApiKey': apiKey,
      'X-Service-LicenseKey': licenseKey,
    },
  });
  console.log(id, await articoli.json());
}
await service.close();
