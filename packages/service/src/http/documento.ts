import { createDocumento, deleteDocumento, emitDocumento, updateDocumento } from '../usecases/documento.ts';
import { created, getObject, listObjects } from './objects.ts';
import type { ServiceHandlers } from './service-handlers.ts';

const KIND = 'Documento';

/** Documents: they can be changed until they are issued, and never after that (D-17). */
export const documentoHandlers: Pick<
  ServiceHandlers,
  'listDocumento' | 'getDocumento' | 'createDocumento' | 'updateDocumento' | 'deleteDocumento' | 'emitDocumento'
> = {
  listDocumento: ({ query }, context) => listObjects(context, KIND, query),

  getDocumento: ({ params: { documentoId } }, { transaction }) => getObject(transaction, KIND, documentoId),

  async createDocumento({ params: { companyId }, body }, { transaction }) {
    const documento = await createDocumento(transaction, body);
    return 'problem' in documento ? documento : created(companyId, KIND, documento);
  },

  async updateDocumento({ params: { documentoId }, body }, { transaction }) {
    const updated = await updateDocumento(transaction, documentoId, body);
    return 'problem' in updated ? updated : { status: 200, body: updated };
  },

  async deleteDocumento({ params: { documentoId } }, { transaction }) {
    return (await deleteDocumento(transaction, documentoId)) ?? { status: 204 };
  },

  async emitDocumento({ params: { documentoId } }, { transaction }) {
    const emitted = await emitDocumento(transaction, documentoId);
    return 'problem' in emitted ? emitted : { status: 200, body: emitted };
  },
};
