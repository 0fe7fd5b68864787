import { companyResource } from './company-resource.ts';
import { anagraficaMembers } from './resource-members.ts';
import type { ServiceHandlers } from './service-handlers.ts';

const anagrafica = companyResource('Anagrafica', anagraficaMembers);

/** Contact records (COMP-06). */
export const anagraficaHandlers: Pick<
  ServiceHandlers,
  'listAnagrafica' | 'getAnagrafica' | 'createAnagrafica' | 'updateAnagrafica' | 'deleteAnagrafica'
> = {
  listAnagrafica: (request, { transaction }) => anagrafica.list(request, transaction),
  getAnagrafica: (request, { transaction }) => anagrafica.get(request, request.params.anagraficaId, transaction),
  createAnagrafica: (request, { transaction }) => anagrafica.create(request, transaction),
  updateAnagrafica: (request, { transaction }) => anagrafica.update(request, request.params.anagraficaId, transaction),
  deleteAnagrafica: (request, { transaction }) => anagrafica.remove(request, request.params.anagraficaId, transaction),
};
