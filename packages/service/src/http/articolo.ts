import { createObject, deleteObject, updateObject } from '../usecases/company-objects.ts';
import { created, getObject, listObjects } from './objects.ts';
import type { ServiceHandlers } from './service-handlers.ts';

const KIND = 'articolo';

/** Stock items (COMP-04, COMP-05). */
export const articoloHandlers: Pick<
  ServiceHandlers,
  'listArticolo' | 'getArticolo' | 'createArticolo' | 'updateArticolo' | 'deleteArticolo'
> = {
  listArticolo: ({ query }, { transaction }) => listObjects(transaction, KIND, query),

  getArticolo: ({ params: { articoloId } }, { transaction }) => getObject(transaction, KIND, articoloId),

  async createArticolo({ params: { companyId }, body }, { transaction }) {
    return created(companyId, KIND, await createObject(transaction, KIND, body));
  },

  async updateArticolo({ params: { articoloId }, body: { concurrencyToken, ...document } }, { transaction }) {
    const updated = await updateObject(transaction, KIND, articoloId, concurrencyToken, document);
    return 'problem' in updated ? updated : { status: 200, body: updated };
  },

  async deleteArticolo({ params: { articoloId } }, { transaction }) {
    return (await deleteObject(transaction, KIND, articoloId)) ?? { status: 204 };
  },
};
