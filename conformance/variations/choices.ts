import { request as httpsRequest } from 'node:https';
import { isKey, KEY_HEADER } from '../mutants/faults/keys.ts';
import { marksOf } from '../mutants/faults/webhooks.ts';
import type { Faults, NewFault } from '../mutants/mutant.ts';
import {
  type Answer,
  bodyOf,
  type Call,
  entriesOf,
  headerOf,
  isSuccess,
  refusal,
  withBody,
  withHeader,
  without,
} from '../mutants/peer/message.ts';
import { companyOf } from '../mutants/peer/operation-of.ts';
import type { Variation } from './variation.ts';

const licensed = (request: Call): string => headerOf(request, 'X-Service-LicenseKey') ?? '';
const lastSegment = ({ path }: Call): string => path.split('?')[0]?.split('/').at(-1) ?? '';

/** The log shows an event some time after it was delivered. */
const lateLog: Faults = {
  fault: (context) => async (request, forward) => {
    const answer = await forward(request);
    if (request.operation !== 'listEvento' || !isSuccess(answer)) return answer;
    const deliveredAt = ({ evento }: Record<string, unknown>): number =>
      Number(marksOf(context).get(String(Object(evento).EventGuid)) ?? 0);
    return withBody(
      answer,
      entriesOf(answer).filter((entry) => Date.now() - deliveredAt(entry) > 300),
    );
  },
  deliveryFault: (context) => async (delivery, deliver) => {
    const { EventGuid } = bodyOf(delivery);
    if (!marksOf(context).has(String(EventGuid))) marksOf(context).set(String(EventGuid), String(Date.now()));
    return await deliver(delivery);
  },
};

/** Whether a text is short and has only Latin characters. */
const isPlain = (text: unknown): boolean => typeof text !== 'string' || (text.length <= 60 && /^[\x20-\xff]*$/.test(text));

/** A webhook of one company needs that company's license key. A webhook for all companies takes any. */
const ownLicenseKey: NewFault = ({ target }) => {
  const companies = new Map<string, unknown>();
  return async (request, forward) => {
    const { operation = '' } = request;
    const own = target.companies.find(({ licenseKey }) => licenseKey === licensed(request))?.id;
    const isOthers = (company: unknown): boolean =>
      company !== undefined && company !== null && own !== undefined && String(company) !== own;
    if (!operation.endsWith('Webhook')) return await forward(request);
    if (isOthers(companies.get(lastSegment(request)))) return refusal(403);
    if (['createWebhook', 'updateWebhook'].includes(operation) && isOthers(bodyOf(request).AziendaId)) return refusal(403);
    const answer = await forward(request);
    if (!isSuccess(answer)) return answer;
    if (operation === 'listWebhook')
      return withBody(
        answer,
        entriesOf(answer).filter(({ aziendaId }) => !isOthers(aziendaId)),
      );
    if (bodyOf(answer).id !== undefined) companies.set(String(bodyOf(answer).id), bodyOf(answer).aziendaId);
    return answer;
  };
};

/** Lists show a contact only some time after its creation. */
const lateLists: NewFault = () => {
  const createdAt = new Map<string, number>();
  return async (request, forward) => {
    const answer = await forward(request);
    const place = companyOf(request.path);
    if (request.operation === 'createAnagrafica' && isSuccess(answer)) createdAt.set(`${place} ${String(bodyOf(answer).id)}`, Date.now());
    if (request.operation !== 'listAnagrafica' || !isSuccess(answer)) return answer;
    return withBody(
      answer,
      entriesOf(answer).filter(({ id }) => Date.now() - (createdAt.get(`${place} ${String(id)}`) ?? 0) > 400),
    );
  };
};

/** Checks whether a Url can be reached. */
async function lookAt(url: unknown): Promise<void> {
  if (typeof url !== 'string' || !url.startsWith('https://localhost')) return;
  await new Promise<void>((resolve) => {
    const look = httpsRequest(url, { method: 'HEAD', rejectUnauthorized: false, timeout: 2_000 }, (response) =>
      response.resume().on('close', resolve),
    );
    look.on('error', () => resolve()).end();
  });
}

const REPLAYED = 'Idempotent-Replayed';

function deleted(answer: Answer, shown: Answer): Answer {
  return isSuccess(answer) && isSuccess(shown) ? { ...shown, status: 200 } : answer;
}

/** Other choices that the source leaves open. */
export const choiceVariations: readonly Variation[] = [
  {
    id: 'companies-listed-by-license-key',
    rules: ['COMP-*', 'AUTH-09', 'HDR-*'],
    against: ['HDR-10'],
    fault:
      ({ target }) =>
      async (request, forward) => {
        const answer = await forward(request);
        if (request.operation !== 'listAzienda' || !isSuccess(answer)) return answer;
        const own = target.companies.find(({ licenseKey }) => licenseKey === licensed(request))?.id;
        return withBody(
          answer,
          entriesOf(answer).filter(({ id }) => String(id) === own),
        );
      },
  },
  {
    id: 'plain-texts-alone',
    rules: ['HOOK-*', 'COMP-0*'],
    fault: () => async (request, forward) =>
      isPlain(bodyOf(request).nome) && isPlain(bodyOf(request).Description) ? await forward(request) : refusal(422),
  },
  {
    id: 'no-two-of-one-tax-code',
    rules: ['EVT-*', 'IDEM-08'],
    fault: () => {
      const seen = new Set<string>();
      return async (request, forward) => {
        const { codiceFiscale } = bodyOf(request);
        const code = `${companyOf(request.path)} ${String(codiceFiscale)}`;
        if (request.operation !== 'createAnagrafica' || codiceFiscale === undefined) return await forward(request);
        if (seen.has(code)) return refusal(409);
        seen.add(code);
        return await forward(request);
      };
    },
  },
  {
    id: 'webhooks-under-their-own-license-key',
    rules: ['HOOK-*', 'HDR-*', 'CONC-02', 'EVT-07', 'EVT-12', 'IDEM-01'],
    against: ['HDR-10', 'HOOK-16'],
    fault: ownLicenseKey,
  },
  { id: 'events-are-logged-late', rules: ['EVT-14', 'HOOK-07', 'COMP-03'], budget: 'standard', ...lateLog },
  { id: 'contacts-are-listed-late', rules: ['COMP-*', 'IDEM-0*'], against: ['COMP-10'], fault: lateLists },
  {
    id: 'put-answers-the-token-alone',
    rules: ['HOOK-*', 'CONC-*', 'IDEM-10', 'EVT-08'],
    fault: () => async (request, forward) => {
      const answer = await forward(request);
      const { concurrencyToken } = bodyOf(answer);
      return request.operation?.startsWith('update') && isSuccess(answer) ? withBody(answer, { concurrencyToken }) : answer;
    },
  },
  {
    // Each member keeps its value, and the token changes. Calls that follow with the token from before are stale.
    id: 'an-empty-put-of-an-item-is-accepted',
    rules: ['EVT-08', 'EVT-12'],
    budget: 'standard',
    fault: () => async (request, forward) => {
      if (request.operation !== 'updateArticolo' || request.body !== '{}') return await forward(request);
      const shown = await forward({ ...without(request, KEY_HEADER), method: 'GET', body: '' });
      return isSuccess(shown) ? await forward(withBody(request, bodyOf(shown))) : shown;
    },
  },
  {
    id: 'replays-say-so-in-capitals',
    rules: ['IDEM-*', 'HDR-08'],
    fault: () => async (request, forward) => {
      const answer = await forward(request);
      if (headerOf(answer, REPLAYED) !== undefined) return withHeader(answer, REPLAYED, 'TRUE');
      return headerOf(request, 'Idempotency-Key') === undefined ? answer : withHeader(answer, REPLAYED, 'false');
    },
  },
  {
    id: 'deletions-answer-what-was-there',
    rules: ['HOOK-*', 'IDEM-03', 'COMP-03'],
    fault: () => async (request, forward) => {
      if (request.operation !== 'deleteWebhook' && request.operation !== 'deleteAnagrafica') return await forward(request);
      const shown = await forward({ ...request, method: 'GET', body: '' });
      return deleted(await forward(request), shown);
    },
  },
  {
    id: 'unknown-parameters-are-looked-at-first',
    rules: ['IDEM-*'],
    fault: () => async (request, forward) =>
      isKey(headerOf(request, KEY_HEADER)) && request.path.includes('?') ? refusal(400) : await forward(request),
  },
  {
    id: 'urls-are-looked-at-first',
    rules: ['HOOK-14', 'EVT-*', 'DLV-*', 'SIG-*'],
    fault: () => async (request, forward) => {
      if (request.operation === 'createWebhook') await lookAt(bodyOf(request).Url);
      return await forward(request);
    },
  },
  {
    // The quick budget tries only a few operations.
    id: 'the-invoice-is-made-at-the-issue',
    rules: ['HDR-02', 'HDR-03', 'HDR-04', 'HDR-05', 'COMP-07', 'IDEM-08'],
    budget: 'standard',
    fault: () => async (request, forward) => {
      const answer = await forward(request);
      const isIssued = request.operation === 'emitDocumento' && isSuccess(answer);
      if (isIssued) await forward(without({ ...request, path: request.path.replace(/emit$/, 'FatturaElettronicaXml') }, 'Idempotency-Key'));
      return answer;
    },
  },
  {
    id: 'retries-at-once',
    rules: ['EVT-02', 'EVT-04', 'DLV-*', 'SIG-*'],
    against: ['DLV-10'],
    service: { retryDelaysMs: [1, 1, 1, 1, 1] },
  },
  { id: 'one-retry-alone', rules: ['EVT-02', 'EVT-04', 'DLV-*', 'SIG-*'], against: ['DLV-10'], service: { retryDelaysMs: [5_000] } },
];
