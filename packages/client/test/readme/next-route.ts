import { type CompanyClient, isClientError } from '@business-cloud/client';

/** `app/api/articoli/route.ts`: `export const GET = articoliRoute(company)`, with one client for all requests. */
export function articoliRoute(company: CompanyClient): (request: Request) => Promise<Response> {
  return async (request) => {
    // Who may see this is for you to ask here, before the call.
    try {
      return Response.json(await company.articolo.list({}, { signal: request.signal }).toArray({ max: 500 }));
    } catch (error) {
      if (!isClientError(error)) throw error;
      return Response.json({ code: error.code }, { status: error.code === 'too-many-requests' ? 429 : 502 });
    }
  };
}
