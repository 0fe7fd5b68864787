import { eventoChanged } from './faults/evento.ts';
import type { Mutant } from './mutant.ts';
import { bodyOf, entriesOf, headerOf, isSuccess, refusal, withBody, withHeader } from './peer/message.ts';
import { companyOf } from './peer/operation-of.ts';

const licenseKeyHeader = 'X-Service-LicenseKey';
const applicationIdHeader = 'X-Service-ApplicationId';

/** Services that keep a rule, but not on an operation that is seldom thought of. */
export const overlookedOperationMutants: readonly Mutant[] = [
  {
    id: 'AUTH-04-issue-without-token',
    mustBreak: ['AUTH-04'],
    fault: () => {
      let token = '';
      return async (request, forward) => {
        const sent = headerOf(request, 'Authorization');
        if (request.operation === 'emitDocumento' && sent === undefined) return await forward(withHeader(request, 'Authorization', token));
        const answer = await forward(request);
        if (isSuccess(answer) && sent !== undefined) token = sent;
        return answer;
      };
    },
  },
  {
    id: 'HDR-01-item-creation-without-api-key',
    mustBreak: ['HDR-01'],
    fault:
      ({ target }) =>
      async (request, forward) => {
        const open = request.operation === 'createArticolo' && headerOf(request, 'X-Service-ApiKey') === undefined;
        return await forward(open ? withHeader(request, 'X-Service-ApiKey', target.credentials.apiKey) : request);
      },
  },
  {
    id: 'HDR-05-any-own-license-creates-documents',
    mustBreak: ['HDR-05'],
    fault:
      ({ target }) =>
      async (request, forward) => {
        const own = target.companies.some(({ licenseKey }) => licenseKey === headerOf(request, licenseKeyHeader));
        const company = target.companies.find(({ id }) => id === companyOf(request.path));
        const swap = own && company !== undefined && request.operation === 'createDocumento';
        return await forward(swap ? withHeader(request, licenseKeyHeader, company.licenseKey) : request);
      },
  },
  {
    id: 'HDR-06-deletion-under-a-plain-application-id-alone',
    mustBreak: ['HDR-06'],
    fault: () => async (request, forward) =>
      request.method === 'DELETE' && headerOf(request, applicationIdHeader)?.includes('\\') ? refusal(400) : await forward(request),
  },
  {
    id: 'HDR-06-firewall-that-knows-paths',
    mustBreak: ['HDR-06'],
    fault: () => async (request, forward) =>
      headerOf(request, applicationIdHeader)?.includes('../') ? refusal(403) : await forward(request),
  },
  {
    id: 'COMP-03-created-stock-items-listed-everywhere',
    mustBreak: ['COMP-03'],
    // What another company lists, it does not answer.
    mayBreak: ['COMP-05'],
    fault: () => {
      const created: { readonly company: string | undefined; readonly item: Record<string, unknown> }[] = [];
      return async (request, forward) => {
        const answer = await forward(request);
        const company = companyOf(request.path);
        if (!isSuccess(answer)) return answer;
        if (request.operation === 'createArticolo') created.push({ company, item: bodyOf(answer) });
        if (request.operation !== 'listArticolo') return answer;
        return withBody(answer, [...entriesOf(answer), ...created.filter((one) => one.company !== company).map(({ item }) => item)]);
      };
    },
  },
  {
    id: 'COMP-05-letters-lost-in-the-item',
    mustBreak: ['COMP-05'],
    fault: () => async (request, forward) => {
      const answer = await forward(request);
      return request.operation === 'getArticolo' ? { ...answer, body: answer.body.replaceAll(/[^ -~]/g, '?') } : answer;
    },
  },
  {
    id: 'HDR-07-one-application-id-for-every-issue',
    mustBreak: ['HDR-07'],
    deliveryFault: eventoChanged((evento) => (evento.Type === 'Documento.Emit' ? { ...evento, ApplicationId: 'issue' } : evento)),
  },
];
