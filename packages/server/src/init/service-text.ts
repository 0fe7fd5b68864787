/** The service of a stand-in, on one screen. */
export const SERVICE_TEXT = `import { contractServer, memoryPorts, noHandlers, page, paths, serverOptions, type CustomerComponents } from '@business-cloud/server';
import Fastify, { type FastifyInstance } from 'fastify';

type Anagrafica = CustomerComponents['schemas']['Anagrafica'];

/** What the service holds, in memory. Handlers read and write it as their transaction. */
interface State {
  lastId: number;
  readonly contacts: { readonly companyId: number; contact: Anagrafica }[];
}

/** Who may call the service. */
export const accounts = {
  apiKeys: ['my-api-key'],
  companies: [{ id: 1, licenseKey: 'license-of-1' }, { id: 2, licenseKey: 'license-of-2' }],
  users: [{ userName: 'ada', password: 'secret', companyIds: [1, 2] }],
} as const;

export async function createService(): Promise<FastifyInstance> {
  const ports = memoryPorts<State>({ state: { lastId: 0, contacts: [] }, ...accounts });
  const service = Fastify(serverOptions());
  await service.register(contractServer<State>({
    ports,
    handlers: {
      ...noHandlers<State>(), // 501 until there is a handler

      listAzienda: ({ query }, { user }) => {
        const companies = (user.companyIds ?? []).map((id) => ({ id, nome: \`Company \${id}\` }));
        return { status: 200, ...page(companies, { path: paths.listAzienda(), query }) };
      },

      listAnagrafica: ({ params, query }, { transaction }) => {
        const own = transaction.contacts.filter(({ companyId }) => companyId === params.companyId);
        const list = own.map(({ contact }) => contact);
        return { status: 200, ...page(list, { path: paths.listAnagrafica(params), query }) };
      },

      listArticolo: () => ({ status: 200, body: [] }), // there are none yet

      createAnagrafica: ({ params, body }, { transaction }) => {
        transaction.lastId += 1;
        const contact = { ...body, id: transaction.lastId, concurrencyToken: 1 };
        transaction.contacts.push({ companyId: params.companyId, contact });
        const Location = paths.getAnagrafica({ companyId: params.companyId, anagraficaId: contact.id });
        return { status: 201, headers: { Location }, body: contact };
      },

      getAnagrafica: ({ params }, { transaction }) => {
        const found = find(transaction, params);
        return found === undefined ? { problem: 'not-found' } : { status: 200, body: found.contact };
      },

      updateAnagrafica: ({ params, body }, { transaction }) => {
        const found = find(transaction, params);
        if (found === undefined) return { problem: 'not-found' };
        const { id, concurrencyToken } = found.contact;
        if (body.concurrencyToken !== concurrencyToken) return { problem: 'concurrency-conflict' };
        found.contact = { ...body, id, concurrencyToken: concurrencyToken + 1 };
        return { status: 200, body: found.contact };
      },

      deleteAnagrafica: ({ params }, { transaction }) => {
        const found = find(transaction, params);
        if (found === undefined) return { problem: 'not-found' };
        transaction.contacts.splice(transaction.contacts.indexOf(found), 1);
        return { status: 204 };
      },
    },
  }));
  return service;
}

function find({ contacts }: State, id: { companyId: number; anagraficaId: number }) {
  return contacts.find(({ companyId, contact }) => companyId === id.companyId && contact.id === id.anagraficaId);
}
`;
