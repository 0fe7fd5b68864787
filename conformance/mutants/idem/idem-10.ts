import { KEY_HEADER, onReplay } from '../faults/keys.ts';
import type { Mutant } from '../mutant.ts';
import { type Answer, bodyOf, headerOf, isSuccess, refusal, withBody, without } from '../peer/message.ts';

function tokenless(answer: Answer): Answer {
  const { concurrencyToken: _hidden, ...body } = bodyOf(answer);
  return answer.body.startsWith('{') && isSuccess(answer) ? withBody(answer, body) : answer;
}

/** Faulty services that the check of IDEM-10 must catch. */
export const mutants: readonly Mutant[] = [
  {
    id: 'IDEM-10-guard-before-the-store',
    mustBreak: ['IDEM-10', 'IDEM-11', 'IDEM-13', 'IDEM-15'],
    mayBreak: ['IDEM-07', 'IDEM-03', 'IDEM-05', 'IDEM-06'],
    fault: onReplay((answer, operation) => (operation === 'updateWebhook' && isSuccess(answer) ? refusal(422) : answer)),
  },
  {
    id: 'IDEM-10-replay-shows-the-present-state',
    mustBreak: ['IDEM-10'],
    mayBreak: ['IDEM-03'],
    fault: () => async (request, forward) => {
      const answer = await forward(request);
      if (request.operation !== 'updateWebhook' || !isSuccess(answer) || headerOf(answer, 'Idempotent-Replayed') !== 'true') return answer;
      const headers = request.headers.filter(([name]) => !/^(content-type|idempotency-key)$/i.test(name));
      const present = await forward({ method: 'GET', path: request.path, headers, body: '' });
      return { ...answer, body: present.body };
    },
  },
  {
    id: 'IDEM-10-contacts-without-tokens-heed-no-key',
    mustBreak: ['IDEM-10', 'IDEM-07', 'IDEM-08'],
    // Without tokens it does not check whether the contact exists.
    mayBreak: ['IDEM-16', 'COMP-08'],
    fault: () => async (request, forward) => {
      if (!request.operation?.endsWith('Anagrafica')) return await forward(request);
      if (request.operation !== 'updateAnagrafica') return tokenless(await forward(request));
      const headers = request.headers.filter(([name]) => !/^(content-type|idempotency-key)$/i.test(name));
      const present = bodyOf(await forward({ method: 'GET', path: request.path, headers, body: '' }));
      const put = withBody(without(request, KEY_HEADER), { ...bodyOf(request), concurrencyToken: present.concurrencyToken });
      return tokenless(await forward(put));
    },
  },
  {
    id: 'IDEM-10-one-key-for-each-object',
    mustBreak: ['IDEM-10'],
    mayBreak: ['IDEM-07'],
    fault: () => {
      const keys = new Map<string, string[]>();
      return async (request, forward) => {
        const key = headerOf(request, KEY_HEADER);
        if (key === undefined || request.operation !== 'updateWebhook') return await forward(request);
        const used = keys.get(request.path) ?? [];
        const forgotten = used.includes(key) && used.at(-1) !== key;
        if (!used.includes(key)) keys.set(request.path, [...used, key]);
        return await forward(forgotten ? without(request, KEY_HEADER) : request);
      };
    },
  },
  {
    id: 'IDEM-10-webhooks-that-are-given-to-all-companies-heed-no-key',
    mustBreak: ['IDEM-10'],
    mayBreak: ['IDEM-03'],
    fault: () => async (request, forward) => {
      const isMeant = request.operation === 'updateWebhook' && bodyOf(request).AziendaId === null;
      return await forward(isMeant ? without(request, KEY_HEADER) : request);
    },
  },
];
