import { randomBytes } from 'node:crypto';
import { type DemoAccess, type Service, seedDemo, startService } from '@business-cloud/service';
import { pino } from 'pino';
import type { ClientOptions } from '../src/index.ts';

export interface ReferenceService extends AsyncDisposable {
  readonly options: ClientOptions & { readonly apiKey: string; readonly password: string };
  readonly access: DemoAccess;
  readonly service: Service;
}

/** The reference service with the data of its demo, on loopback. */
export async function referenceService(): Promise<ReferenceService> {
  const service = await startService({ database: ':memory:', sealingKey: randomBytes(32), log: pino({ level: 'silent' }) });
  const access = await seedDemo(service);
  const url = await service.app.listen({ host: '127.0.0.1', port: 0 });
  const { apiKey, userName, password } = access;
  return {
    service,
    access,
    options: { adminUrl: url, customerUrl: url, apiKey, applicationId: 'client-tests', userName, password },
    [Symbol.asyncDispose]: () => service.close(),
  };
}
