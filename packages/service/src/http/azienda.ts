import { nextLink, pageOf } from './list-page.ts';
import type { ServiceHandlers } from './service-handlers.ts';

/** The companies that the user may use (COMP-01). */
export const aziendaHandlers: Pick<ServiceHandlers, 'listAzienda'> = {
  async listAzienda({ query }, { transaction }) {
    const page = pageOf(query);
    const companies = await transaction.companies(page);
    return { status: 200, headers: nextLink('/api/v3/config/Azienda', page, companies), body: companies.entries };
  },
};
