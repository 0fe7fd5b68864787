import { KEY_HEADER, onReplay } from '../faults/keys.ts';
import type { Mutants } from '../mutant.ts';
import { type Answer, bodyOf, headerOf, isSuccess, refusal, withBody, without } from '../peer/message.ts';

function tokenless(answer: Answer): Answer {
  const { concurrencyToken: _hidden, ...body } = bodyOf(answer);
  return answer.body.startsWith('{') && isSuccess(answer) ? withBody(answer, body) : answer;
}

export const mutants: Mutants = {
  'guard-before-the-store': {
    mustAlsoBreak: ['IDEM-11', 'IDEM-13', 'IDEM-15'],
    mayBreak: ['IDEM-07', 'IDEM-03', 'IDEM-05', 'IDEM-06'],
    fault: onReplay((answer, operation) => (operation === 'updateWebhook' && isSuccess(answer) ? refusal(422) : answer)),
  },
  'replay-shows-the-present-state': {
    mayBreak: ['IDEM-03'],
    fault: () => async (request, forward) => {
      const answer = await forward(request);
      if (request.operation !== 'updateWebhook' || !isSuccess(answer) || headerOf(answer, 'Idempotent-Replayed') !== 'true') return answer;
      const headers = request.headers.filter(([name]) => !/^(content-type|idempotency-key)$/i.test(name));
      const present = await forward({ method: 'GET', path: request.path, headers, body: '' });
      return { ...answer, body: present.body };
    },
  },
  'contacts-without-tokens-heed-no-key': {
    mustAlsoBreak: ['IDEM-07', 'IDEM-08'],
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
  'one-key-for-each-object': {
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
  'webhooks-that-are-given-to-all-companies-heed-no-key': {
    mayBreak: ['IDEM-03'],
    fault: () => async (request, forward) => {
      const isMeant = request.operation === 'updateWebhook' && bodyOf(request).AziendaId === null;
      return await forward(isMeant ? without(request, KEY_HEADER) : request);
    },
  },
};
