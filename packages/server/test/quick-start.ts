import { contractServer, memoryPorts, noHandlers, serverOptions } from '@business-cloud/server';
import Fastify from 'fastify';

interface State {
  readonly articoli: { id: number; descrizione: string; concurrencyToken: number }[];
}

const ports = memoryPorts<State>({
  state: { articoli: [{ id: 1, descrizione: 'Martello', concurrencyToken: 1 }] },
  apiKeys: ['my-api-key'],
  companies: [{ id: 7, licenseKey: 'my-license-key' }],
  users: [{ userName: 'ada', password: 'secret', companyIds: [7] }],
});
const app = Fastify(serverOptions());
await app.register(
  contractServer<State>({
    ports,
    handlers: {
      ...noHandlers<State>(), // 501 until there is a handler
      listArticolo: async (_request, { transaction }) => ({ status: 200, body: transaction.articoli }),
      getArticolo: async ({ params }, { transaction }) => {
        const found = transaction.articoli.find(({ id }) => id === params.articoloId);
        return found === undefined ? { problem: 'not-found' } : { status: 200, body: found };
      },
    },
  }),
);
console.log(await app.listen({ port: Number(process.env.PORT ?? 8080) }));
