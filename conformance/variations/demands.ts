import { refusing } from '../mutants/faults/exchanges.ts';
import type { NewFault } from '../mutants/mutant.ts';
import { type Answer, bodyOf, headerOf, isSuccess, refusal, withBody, withHeader, without } from '../mutants/peer/message.ts';
import { companyOf } from '../mutants/peer/operation-of.ts';
import type { Variation } from './variation.ts';

const KEY_HEADER = 'Idempotency-Key';
const ACCESS_HEADERS = ['Authorization', 'X-Service-ApiKey', 'X-Service-LicenseKey'];
const isConfiguration = (path: string): boolean => path.includes('/config/');

/** Answers every n-th request with this refusal. */
function putOff(every: number, busy: Answer): NewFault {
  return () => {
    let requests = 0;
    return async (request, forward) => {
      requests += 1;
      return requests % every === 0 ? busy : await forward(request);
    };
  };
}

/** Refuses a second object with the same value in one member. Calls with a used key or other credentials are left to the service. */
function noTwoAlike(memberOf: Readonly<Record<string, string>>): NewFault {
  return () => {
    const [seen, keys] = [new Map<string, string>(), new Set<string>()];
    return async (request, forward) => {
      const [member, key] = [memberOf[request.operation ?? ''], headerOf(request, KEY_HEADER)];
      if (member === undefined || (key !== undefined && keys.has(key))) return await forward(request);
      const mark = `${request.path} ${String(bodyOf(request)[member])}`;
      const access = ACCESS_HEADERS.map((name) => headerOf(request, name)).join();
      if (seen.get(mark) === access) {
        // If the token has expired meanwhile, the answer says that first.
        const list = await forward(without({ method: 'GET', path: request.path, headers: request.headers, body: '' }, KEY_HEADER));
        return isSuccess(list) ? refusal(409) : list;
      }
      if (seen.has(mark)) return await forward(request);
      seen.set(mark, access);
      const answer = await forward(request);
      if (!isSuccess(answer)) seen.delete(mark);
      else if (key !== undefined) keys.add(key);
      return answer;
    };
  };
}

/** The event types of a body. None if the body has no valid list. */
function typesIn(events: unknown): readonly string[] {
  return Array.isArray(events) && events.every((type) => typeof type === 'string') ? events : [];
}

/** Whether the event type belongs to an object that the contract does not know. */
function isNovel(type: string): boolean {
  return /^\w+\.\w+$/.test(type) && !/^(Anagrafica|articolo|Documento|FatturaElettronicaXml)\./i.test(type);
}

/** Refuses a creation or change of a webhook by its body. */
function refusedBody(isRefused: (body: Record<string, unknown>) => boolean): NewFault {
  return () => async (request, forward) =>
    /^(create|update)Webhook$/.test(request.operation ?? '') && isRefused(bodyOf(request)) ? refusal(400) : await forward(request);
}

/** Services that demand more than the reference service, or allow less, where the source is silent. */
export const demandVariations: readonly Variation[] = [
  {
    id: 'one-session-at-a-time',
    against: ['AUTH-06'],
    rules: ['AUTH-*', 'HDR-0*', 'COMP-*', 'IDEM-05', 'IDEM-11', 'IDEM-13', 'HOOK-0*'],
    fault: ({ target }) => {
      let newest: string | undefined;
      const issued = new Set<string>();
      return async (request, forward) => {
        const token = headerOf(request, 'Authorization')?.replace(/^bearer /i, '');
        if (newest !== undefined && token !== undefined && token !== newest && issued.has(token)) return refusal(401);
        const answer = await forward(request);
        const given = headerOf(answer, 'X-Token');
        if (request.operation === 'authenticate' && given !== undefined && bodyOf(request).UserName === target.credentials.userName) {
          newest = given;
          issued.add(given);
        }
        return answer;
      };
    },
  },
  {
    id: 'a-put-repeats-the-id',
    rules: ['HOOK-*', 'CONC-*', 'IDEM-*', 'EVT-12'],
    fault: () => async (request, forward) => {
      if (request.operation !== 'updateWebhook') return await forward(request);
      const { Id } = bodyOf(request);
      const isRepeated = String(Id) === request.path.split('?')[0]?.split('/').at(-1);
      // The rest of the text stays unchanged, because a key binds every byte of it.
      return isRepeated ? await forward({ ...request, body: request.body.replace(/"Id":[^,}]+,|,"Id":[^,}]+/, '') }) : refusal(400);
    },
  },
  {
    id: 'a-webhook-stays-with-its-company',
    rules: ['HOOK-*', 'EVT-07', 'EVT-12'],
    fault: () => {
      const companies = new Map<string, unknown>();
      return async (request, forward) => {
        const [id, { AziendaId }] = [request.path.split('/').at(-1) ?? '', bodyOf(request)];
        if (request.operation === 'updateWebhook' && companies.has(id) && companies.get(id) !== AziendaId) return refusal(400);
        const answer = await forward(request);
        if (request.operation === 'createWebhook' && isSuccess(answer)) companies.set(String(bodyOf(answer).id), AziendaId);
        return answer;
      };
    },
  },
  {
    id: 'no-two-alike',
    against: ['IDEM-16'],
    rules: ['HOOK-*', 'IDEM-*'],
    fault: noTwoAlike({ createAnagrafica: 'nome', createWebhook: 'Url' }),
  },
  {
    // The documents that the suite sends for one contact are alike.
    id: 'no-two-documents-alike',
    rules: ['AUTH-*', 'HDR-*', 'COMP-*', 'VER-*', 'IDEM-03', 'IDEM-04', 'EVT-0*'],
    fault: noTwoAlike({ createDocumento: 'anagraficaId' }),
  },
  {
    id: 'what-the-service-sets-is-refused',
    rules: ['HOOK-*'],
    fault: refusedBody((body) => Object.keys(body).some((name) => /^(enabled|secret)$/i.test(name))),
  },
  {
    id: 'the-other-user-may-read-alone',
    rules: ['COMP-*', 'CONC-*', 'EVT-08', 'EVT-09', 'EVT-10', 'RES-01'],
    fault: refusing(403, (request, { target: { otherUser }, userOf }) => {
      const isOthers = otherUser !== undefined && userOf(request) === otherUser.userName;
      return isOthers && request.method !== 'GET' && companyOf(request.path) !== undefined;
    }),
  },
  { id: 'urls-without-a-query-alone', rules: ['HOOK-*', 'EVT-12'], fault: refusedBody(({ Url }) => String(Url).includes('?')) },
  {
    id: 'configuration-under-the-first-license-key',
    against: ['HDR-10'],
    rules: ['HDR-*', 'HOOK-*', 'EVT-0*'],
    fault: ({ target }) => {
      const others = target.companies.slice(1).map(({ licenseKey }) => licenseKey);
      return async (request, forward) =>
        isConfiguration(request.path) && others.includes(headerOf(request, 'X-Service-LicenseKey') ?? '')
          ? refusal(403)
          : await forward(request);
    },
  },
  {
    id: 'contacts-without-events',
    rules: ['HOOK-*', 'CONC-*', 'IDEM-0*'],
    fault: () => async (request, forward) =>
      request.operation === 'createWebhook' && JSON.stringify(bodyOf(request).Events)?.includes('"Anagrafica.')
        ? refusal(400)
        : await forward(request),
  },
  {
    id: 'webhooks-for-types-of-the-contract-alone',
    rules: ['HOOK-*', 'CONC-*', 'IDEM-*', 'EVT-*', 'RES-*', 'DLV-*'],
    fault: refusedBody(({ Events }) => typesIn(Events).some(isNovel)),
  },
  {
    id: 'types-left-out-that-are-not-of-the-contract',
    against: ['RES-02'],
    rules: ['HOOK-*', 'CONC-*', 'IDEM-*', 'EVT-*', 'RES-*'],
    fault: () => async (request, forward) => {
      const body = bodyOf(request);
      const types = typesIn(body.Events);
      if (!/^(create|update)Webhook$/.test(request.operation ?? '') || !types.some(isNovel)) return await forward(request);
      const known = types.filter((type) => !isNovel(type));
      const answer = await forward(known.length === 0 ? request : withBody(request, { ...body, Events: known }));
      return known.length > 0 || !isSuccess(answer) ? answer : withBody(answer, { ...bodyOf(answer), events: [] });
    },
  },
  {
    id: 'contacts-fire-no-events',
    against: ['EVT-13'],
    rules: ['HOOK-*', 'EVT-*', 'IDEM-04', 'DLV-01', 'DLV-06', 'SIG-01'],
    deliveryFault: () => async (delivery, deliver) =>
      String(bodyOf(delivery).Type).startsWith('Anagrafica.') ? 204 : await deliver(delivery),
    describe: ({ timing, ...target }) => ({ ...target, timing: { ...timing, deliveryWithinMs: 1_000 } }),
  },
  {
    id: 'no-stock-items',
    rules: ['AUTH-0*', 'HDR-*', 'COMP-*'],
    against: ['COMP-10'],
    fault: () => async (request, forward) => {
      const answer = await forward(request);
      if (request.operation === 'getArticolo' && isSuccess(answer)) return refusal(404);
      return request.operation === 'listArticolo' && isSuccess(answer) ? withBody(answer, []) : answer;
    },
  },
  {
    id: 'creations-tell-no-id',
    rules: ['COMP-*', 'IDEM-0*', 'EVT-*', 'HOOK-0*'],
    fault: () => async (request, forward) => {
      const answer = await forward(request);
      return request.operation === 'createAnagrafica' && isSuccess(answer) ? without({ ...answer, body: '' }, 'Location') : answer;
    },
  },
  {
    id: 'unavailable-now-and-then',
    rules: ['COMP-*', 'HDR-0*', 'IDEM-0*'],
    fault: putOff(40, withHeader(refusal(503), 'Retry-After', '0')),
  },
  { id: 'too-many-requests-without-a-time', rules: ['HDR-*', 'COMP-*'], fault: putOff(400, refusal(429)) },
];
