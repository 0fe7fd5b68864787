import { companyResource } from './company-resource.ts';
import { articoloMembers } from './resource-members.ts';
import type { ServiceHandlers } from './service-handlers.ts';

const articolo = companyResource('articolo', articoloMembers);

/** Stock items (COMP-04, COMP-05). */
export const articoloHandlers: Pick<
  ServiceHandlers,
  'listArticolo' | 'getArticolo' | 'createArticolo' | 'updateArticolo' | 'deleteArticolo'
> = {
  listArticolo: (request, { transaction }) => articolo.list(request, transaction),
  getArticolo: (request, { transaction }) => articolo.get(request, request.params.articoloId, transaction),
  createArticolo: (request, { transaction }) => articolo.create(request, transaction),
  updateArticolo: (request, { transaction }) => articolo.update(request, request.params.articoloId, transaction),
  deleteArticolo: (request, { transaction }) => articolo.remove(request, request.params.articoloId, transaction),
};
