import { type BusinessCloudClient, type CompanyClient, createClient } from '@business-cloud/client';
import {
  type ContractHandlers,
  type ContractOptions,
  contractServer,
  memoryPorts,
  noHandlers,
  type Ports,
  serverOptions,
} from '@business-cloud/server';
import Fastify, { type FastifyInstance } from 'fastify';
import { onTestFinished } from 'vitest';

/** What the stand-in of the examples holds. */
export interface State {
  readonly contatti: { id: number; nome: string; concurrencyToken: number }[];
}

export const ports: Ports<State> = memoryPorts<State>({
  state: { contatti: ['Ada', 'Grace', 'Rosa'].map((nome, index) => ({ id: index + 1, nome, concurrencyToken: 1 })) },
  apiKeys: ['my-api-key'],
  companies: [
    { id: 7, licenseKey: 'key-of-7' },
    { id: 8, licenseKey: 'key-of-8' },
  ],
  users: [{ userName: 'ada', password: 'secret', companyIds: [7, 8] }],
});

/** A stand-in on loopback until the test ends, with a client as one company of it. */
export async function standIn(
  handlers: Partial<ContractHandlers<State>>,
  options: ContractOptions = {},
  app: FastifyInstance = Fastify(serverOptions()),
): Promise<{ readonly client: BusinessCloudClient; readonly company: CompanyClient; readonly url: string }> {
  await app.register(contractServer({ ports, handlers: { ...noHandlers<State>(), ...handlers }, options }));
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  onTestFinished(() => app.close());
  const client = createClient({
    ...{ adminUrl: url, customerUrl: url, apiKey: 'my-api-key', applicationId: 'examples', userName: 'ada', password: 'secret' },
    retry: { maxAttempts: 1 },
  });
  return { client, company: client.company(7, 'key-of-7'), url };
}
