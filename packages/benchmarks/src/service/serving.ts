import { seedDemo, startService } from '@business-cloud/service';
import { pino } from 'pino';
import { SEALING_KEY } from './sealing-key.ts';

/** Run by startServiceProcess: serves the demo's data until its parent lets go of it. */
const [, , database = ':memory:'] = process.argv;
const service = await startService({ database, sealingKey: SEALING_KEY, log: pino({ level: 'warn' }) });
const { userName, password, apiKey, companies } = await seedDemo(service);
const url = await service.app.listen({ host: '127.0.0.1', port: 0 });
const headers = { 'X-Service-ApiKey': apiKey, 'X-Service-LicenseKey': companies[0]?.licenseKey ?? '', 'Content-Type': 'application/json' };
const login = await fetch(`${url}/api/v3/authenticate`, {
  method: 'POST',
  headers,
  body: JSON.stringify({ UserName: userName, Password: password }),
});
process.send?.({
  url,
  headers: { ...headers, 'X-Service-ApplicationId': 'bench', Authorization: `Bearer ${login.headers.get('X-Token')}` },
});
process.on('message', () => process.send?.(process.memoryUsage.rss()));
process.once('disconnect', () => void service.close());
