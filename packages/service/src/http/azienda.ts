import { paths } from '@business-cloud/server';
import { companyId } from '../model/ids.ts';
import { nextLink, pageOf } from './list-page.ts';
import type { ServiceHandlers } from './service-handlers.ts';

/** The companies that the user may use (COMP-01). */
export const aziendaHandlers: Pick<ServiceHandlers, 'listAzienda'> = {
  async listAzienda({ query }, { transaction }) {
    const aziende = await transaction.aziende(pageOf(query, companyId));
    return { status: 200, headers: nextLink(paths.listAzienda(), query, aziende), body: [...aziende.entries] };
  },
};
