import { keyHeader, replay } from './faults/keys.ts';
import type { Mutant } from './mutant.ts';
import { type Answered, bodyOf, headerOf, isSuccess, refusal, withBody, without } from './peer/message.ts';

/** A service of which some operations look at no key. */
function heedsNoKey(operation: string): Mutant['fault'] {
  return () => async (request, forward) => await forward(request.operation === operation ? without(request, keyHeader) : request);
}

/** A service that gives the stored answer and executes the request again all the same. */
function replaysAndExecutes(operation: string): Mutant['fault'] {
  return () => async (request, forward) => {
    const answer = await forward(request);
    const again = request.operation === operation && headerOf(answer, 'Idempotent-Replayed') === 'true';
    if (again) await forward(without(request, keyHeader));
    return answer;
  };
}

/** A service that answers an operation as it did at another URL, where key and body are the same. */
function urlNotBound(operation: string): Mutant['fault'] {
  return () => {
    const stored = new Map<string, Answered & { readonly path: string }>();
    return async (request, forward) => {
      const key = headerOf(request, keyHeader);
      if (key === undefined || request.operation !== operation) return await forward(request);
      const known = stored.get(`${key} ${request.body}`);
      if (known !== undefined && known.path !== request.path) return replay(known);
      const answer = await forward(request);
      if (isSuccess(answer)) stored.set(`${key} ${request.body}`, { ...answer, path: request.path });
      return answer;
    };
  };
}

/** Services whose operations do not take keys alike. */
export const idemOperationMutants: readonly Mutant[] = [
  { id: 'IDEM-03-stock-items-heed-no-key', mustBreak: ['IDEM-03', 'IDEM-04'], fault: heedsNoKey('createArticolo') },
  { id: 'IDEM-03-documents-heed-no-key', mustBreak: ['IDEM-03', 'IDEM-04'], fault: heedsNoKey('createDocumento') },
  { id: 'IDEM-03-the-issue-heeds-no-key', mustBreak: ['IDEM-03'], fault: heedsNoKey('emitDocumento') },
  { id: 'IDEM-03-the-export-heeds-no-key', mustBreak: ['IDEM-03'], fault: heedsNoKey('exportFatturaElettronicaXml') },
  { id: 'IDEM-04-stock-items-are-replayed-and-created', mustBreak: ['IDEM-04'], fault: replaysAndExecutes('createArticolo') },
  { id: 'IDEM-04-documents-are-replayed-and-created', mustBreak: ['IDEM-04'], fault: replaysAndExecutes('createDocumento') },
  { id: 'IDEM-08-the-url-of-a-put-is-not-bound', mustBreak: ['IDEM-08'], fault: urlNotBound('updateWebhook') },
  {
    id: 'IDEM-10-contacts-without-tokens-heed-no-key',
    mustBreak: ['IDEM-10', 'IDEM-07', 'IDEM-08', 'IDEM-09'],
    fault: () => async (request, forward) => {
      if (!request.operation?.endsWith('Anagrafica')) return await forward(request);
      if (request.operation !== 'updateAnagrafica') return tokenless(await forward(request));
      const headers = request.headers.filter(([name]) => !/^(content-type|idempotency-key)$/i.test(name));
      const present = bodyOf(await forward({ method: 'GET', path: request.path, headers, body: '' }));
      const put = withBody(without(request, keyHeader), { ...bodyOf(request), concurrencyToken: present.concurrencyToken });
      return tokenless(await forward(put));
    },
  },
  {
    id: 'IDEM-14-a-delete-under-the-key-of-a-creation-does-nothing',
    mustBreak: ['IDEM-14'],
    fault: () => {
      const keys = new Set<string>();
      return async (request, forward) => {
        const key = headerOf(request, keyHeader);
        if (key !== undefined && request.method === 'POST') keys.add(key);
        return request.method === 'DELETE' && keys.has(key ?? '') ? { ...refusal(204), body: '' } : await forward(request);
      };
    },
  },
  {
    id: 'IDEM-04-webhooks-are-replayed-and-created',
    mustBreak: ['IDEM-04', 'IDEM-11', 'IDEM-13'],
    mayBreak: ['IDEM-05', 'IDEM-15'],
    fault: replaysAndExecutes('createWebhook'),
  },
  {
    id: 'IDEM-03-replay-shows-that-the-document-is-issued',
    mustBreak: ['IDEM-03'],
    fault: () => {
      const issued = new Set<string>();
      return async (request, forward) => {
        const answer = await forward(request);
        if (request.operation === 'emitDocumento' && isSuccess(answer)) issued.add(request.path.replace(/\/emit$/, ''));
        const isOfIssued = request.operation === 'createDocumento' && issued.has(`${request.path}/${String(bodyOf(answer).id)}`);
        return isOfIssued ? withBody(answer, { ...bodyOf(answer), stato: 'emesso' }) : answer;
      };
    },
  },
];

function tokenless(answer: Answered): Answered {
  const { concurrencyToken: _hidden, ...body } = bodyOf(answer);
  return answer.body.startsWith('{') && isSuccess(answer) ? withBody(answer, body) : answer;
}
