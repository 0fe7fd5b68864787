// The service starts inside a program, over its embedded database, and answers a login.
import { randomBytes } from 'node:crypto';
import { seedDemo, startService } from '@business-cloud/service';
import { pino } from 'pino';

const service = await startService({ database: ':memory:', sealingKey: randomBytes(32), log: pino({ level: 'silent' }) });
const { apiKey, userName, password } = await seedDemo(service);
const url = await service.app.listen({ host: '127.0.0.1', port: 0 });
const { status } = await fetch(`${url}/api/v3/authenticate`, {
  method: 'POST',
  headers: { 'Content-Type': 'application/json', 'X-Service-ApiKey': apiKey },
  body: JSON.stringify({ UserName: userName, Password: password }),
});
console.log(status);
await service.close();
