import { isPut, present, renewed, tokenOf } from '../faults/concurrency-tokens.ts';
import { sharing } from '../faults/repeated-answers.ts';
import type { Mutants, NewFault, Request } from '../mutant.ts';
import { type Answer, bodyOf, type Forward, headerOf, refusal, withBody } from '../peer/message.ts';

/** A fault in how a PUT is handled while another one with the same token is in progress. */
function together(handle: (request: Request, forward: Forward, first: Promise<Answer>) => Promise<Answer>): NewFault {
  return () => {
    const busy = new Map<string, Promise<Answer>>();
    return async (request, forward) => {
      const token = `${request.path} ${String(tokenOf(request))}`;
      const first = busy.get(token);
      if (!isPut(request)) return await forward(request);
      if (first !== undefined) return await handle(request, forward, first);
      const answer = forward(request);
      busy.set(token, answer);
      return await answer.finally(() => busy.delete(token));
    };
  };
}

export const mutants: Mutants = {
  'one-too-many-once-in-a-while': {
    // IDEM-05 also sends simultaneous PUTs, with one key.
    mustAlsoBreak: ['IDEM-05'],
    fault: (context) => {
      let collisions = 0;
      return together(async (request, forward, first) => {
        await first;
        collisions += 1;
        return collisions % 7 === 0 ? await renewed(request, forward) : await forward(request);
      })(context);
    },
  },
  'refuses-all-that-come-together': {
    // IDEM-05 also sends simultaneous PUTs, with one key.
    mustAlsoBreak: ['IDEM-05'],
    fault: () => {
      const busy = new Map<string, { crowd: number }>();
      return async (request, forward) => {
        if (!isPut(request)) return await forward(request);
        const token = `${request.path} ${String(tokenOf(request))}`;
        const known = busy.get(token);
        if (known !== undefined) {
          known.crowd += 1;
          return refusal(422);
        }
        const mine = { crowd: 1 };
        busy.set(token, mine);
        const answer = await forward(request).finally(() => busy.delete(token));
        return mine.crowd > 1 ? refusal(422) : answer;
      };
    },
  },
  'get-from-a-replica-that-lags': {
    // IDEM-15 also sends a PUT again while the first is in progress, and reads the result.
    mayBreak: ['IDEM-15'],
    fault: () => {
      const writing = new Map<string, { readonly before: Promise<Answer>; lagsUntil: number }>();
      return async (request, forward) => {
        const { path, operation } = request;
        if (operation === 'updateWebhook') {
          const known = writing.get(path);
          // Only after simultaneous PUTs. After a single PUT, a GET shows the truth.
          if (known !== undefined) known.lagsUntil = Date.now() + 300;
          const state = known ?? { before: present(request, forward), lagsUntil: 0 };
          writing.set(path, state);
          await state.before;
          return await forward(request).finally(() => void (Date.now() > state.lagsUntil && writing.delete(path)));
        }
        const lagging = operation === 'getWebhook' ? writing.get(path) : undefined;
        return lagging !== undefined && Date.now() < lagging.lagsUntil ? await lagging.before : await forward(request);
      };
    },
  },
  'equal-puts-at-once-are-one': sharing((request) => {
    const isMeant = request.operation === 'updateWebhook' && headerOf(request, 'Idempotency-Key') === undefined;
    return isMeant ? request.path + request.body : undefined;
  }),
  'issuing-forgets-a-put-meanwhile': () => {
    const [before, lost] = [new Map<string, unknown>(), new Map<string, unknown>()];
    const busy = new Map<string, Promise<Answer>>();
    return async (request, forward) => {
      const path = request.path.replace(/\/emit$/, '');
      if (request.operation === 'emitDocumento' && busy.has(path)) lost.set(path, before.get(path));
      const isPut = request.operation === 'updateDocumento';
      const answering = forward(request);
      if (isPut) busy.set(path, answering);
      const answer = await answering.finally(() => isPut && busy.delete(path));
      const { causale } = bodyOf(answer);
      const isShown = request.operation === 'getDocumento' && lost.get(path) !== undefined;
      if (isShown) return withBody(answer, { ...bodyOf(answer), causale: lost.get(path) });
      const id = request.operation === 'createDocumento' ? `/${String(bodyOf(answer).id)}` : '';
      if (causale !== undefined) before.set(`${path}${id}`, causale);
      return answer;
    };
  },
};
