import { present, renewed } from '../faults/concurrency-tokens.ts';
import { forwarding } from '../faults/exchanges.ts';
import { KEY_HEADER } from '../faults/keys.ts';
import type { Mutants } from '../mutant.ts';
import { type Answer, bodyOf, headerOf, isSuccess, withBody, without } from '../peer/message.ts';

function tokenless(answer: Answer): Answer {
  const { concurrencyToken: _hidden, ...body } = bodyOf(answer);
  return answer.body.startsWith('{') && isSuccess(answer) ? withBody(answer, body) : answer;
}

export const mutants: Mutants = {
  'replay-shows-the-present-state': {
    mayBreak: ['IDEM-03'],
    fault: () => async (request, forward) => {
      const answer = await forward(request);
      const isReplay = request.operation === 'updateWebhook' && isSuccess(answer) && headerOf(answer, 'Idempotent-Replayed') === 'true';
      return isReplay ? { ...answer, body: (await present(request, forward)).body } : answer;
    },
  },
  'contacts-without-tokens-heed-no-key': {
    mustAlsoBreak: ['IDEM-07', 'IDEM-08'],
    // Without tokens it does not check whether the contact exists.
    mayBreak: ['IDEM-16', 'COMP-08'],
    fault: () => async (request, forward) => {
      if (!request.operation?.endsWith('Anagrafica')) return await forward(request);
      if (request.operation !== 'updateAnagrafica') return tokenless(await forward(request));
      return tokenless(await renewed(request, forward));
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
    fault: forwarding((request) => {
      const isMeant = request.operation === 'updateWebhook' && bodyOf(request).AziendaId === null;
      return isMeant ? without(request, KEY_HEADER) : request;
    }),
  },
};
