import { randomBytes } from 'node:crypto';
import { seedDemo, startService } from '@business-cloud/service';
import { pino } from 'pino';

export interface ReferenceService extends AsyncDisposable {
  readonly url: string;
  /** A program's environment, to call it as the demo's user in its first company. */
  readonly env: Readonly<Record<string, string>>;
  /** The headers of a call, its token among them. */
  headers(): Promise<Readonly<Record<string, string>>>;
}

/** The reference service with the data of its demo, on loopback. */
export async function referenceService(headerWord?: string): Promise<ReferenceService> {
  const service = await startService({ headerWord, database: ':memory:', sealingKey: randomBytes(32), log: pino({ level: 'silent' }) });
  const { apiKey, userName, password, companies } = await seedDemo(service);
  const url = await service.app.listen({ host: '127.0.0.1', port: 0 });
  const licenseKey = companies[0]?.licenseKey ?? '';
  const common = { 'X-Service-ApiKey': apiKey, 'X-Service-ApplicationId': 'foreign-tests' };
  return {
    url,
    env: {
      SERVICE_URL: url,
      SERVICE_API_KEY: apiKey,
      SERVICE_LICENSE_KEY: licenseKey,
      SERVICE_USER_NAME: userName,
      SERVICE_PASSWORD: password,
    },
    async headers() {
      const body = JSON.stringify({ UserName: userName, Password: password });
      const headers = { ...common, 'Content-Type': 'application/json' };
      const login = await fetch(`${url}/api/v3/authenticate`, { method: 'POST', headers, body });
      return { ...common, 'X-Service-LicenseKey': licenseKey, Authorization: `Bearer ${login.headers.get('X-Token')}` };
    },
    [Symbol.asyncDispose]: () => service.close(),
  };
}
