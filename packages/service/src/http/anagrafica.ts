import { createObject, deleteObject, updateObject } from '../usecases/company-objects.ts';
import { created, getObject, listObjects } from './objects.ts';
import type { ServiceHandlers } from './service-handlers.ts';

const KIND = 'Anagrafica';

/** Contact records (COMP-06). */
export const anagraficaHandlers: Pick<
  ServiceHandlers,
  'listAnagrafica' | 'getAnagrafica' | 'createAnagrafica' | 'updateAnagrafica' | 'deleteAnagrafica'
> = {
  listAnagrafica: ({ query }, { transaction }) => listObjects(transaction, KIND, query),

  getAnagrafica: ({ params: { anagraficaId } }, { transaction }) => getObject(transaction, KIND, anagraficaId),

  async createAnagrafica({ params: { companyId }, body }, { transaction }) {
    return created(companyId, KIND, await createObject(transaction, KIND, body));
  },

  async updateAnagrafica({ params: { anagraficaId }, body: { concurrencyToken, ...document } }, { transaction }) {
    const updated = await updateObject(transaction, KIND, anagraficaId, concurrencyToken, document);
    return 'problem' in updated ? updated : { status: 200, body: updated };
  },

  async deleteAnagrafica({ params: { anagraficaId } }, { transaction }) {
    return (await deleteObject(transaction, KIND, anagraficaId)) ?? { status: 204 };
  },
};
