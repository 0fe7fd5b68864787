import { refusing } from '../faults/exchanges.ts';
import type { Mutants } from '../mutant.ts';
import { bodyOf, headerOf, isSuccess, refusal } from '../peer/message.ts';

export const mutants: Mutants = {
  'token-not-for-webhook-list': {
    // AUTH-06 uses the token there after a day.
    mustAlsoBreak: ['AUTH-06'],
    // Every request is refused before the service notices what else is wrong with it.
    mayBreak: ['ERR-02'],
    fault: refusing(401, ({ operation }) => operation === 'listWebhook'),
  },
  'token-spent-after-two-reads-of-one-articolo': {
    // Other rules also read an articolo twice with one token.
    mayBreak: ['IDEM-09', 'COMP-05', 'COMP-07', 'HDR-01', 'HDR-02', 'HDR-03', 'HDR-04', 'HDR-05', 'HDR-06', 'IDEM-07', 'IDEM-13'],
    fault: () => {
      const uses = new Map<string, number>();
      return async (request, forward) => {
        if (request.operation !== 'getArticolo') return await forward(request);
        const use = `${headerOf(request, 'Authorization')} ${request.path}`;
        uses.set(use, (uses.get(use) ?? 0) + 1);
        return (uses.get(use) ?? 0) > 2 ? refusal(401) : await forward(request);
      };
    },
  },
  'of-overlapping-logins-one-token-is-kept': {
    // Logins of other rules may overlap too.
    mayBreak: ['AUTH-01'],
    fault: () => {
      let waiting = 0;
      const lost = new Set<string>();
      return async (request, forward) => {
        if (lost.has(headerOf(request, 'Authorization') ?? '')) return refusal(401);
        if (request.operation !== 'authenticate') return await forward(request);
        waiting += 1;
        const answer = await forward(request);
        waiting -= 1;
        // Only if three overlap, because two may belong to two rules.
        if (waiting === 2) lost.add(`Bearer ${headerOf(answer, 'X-Token')}`);
        return answer;
      };
    },
  },
  'a-wrong-password-ends-the-tokens-of-its-user': ({ target }) => {
    const [given, ended] = [new Set<string>(), new Set<string>()];
    return async (request, forward) => {
      if (ended.has(headerOf(request, 'Authorization') ?? '')) return refusal(401);
      const answer = await forward(request);
      if (request.operation !== 'authenticate' || bodyOf(request).UserName !== target.otherUser?.userName) return answer;
      if (isSuccess(answer)) given.add(`Bearer ${headerOf(answer, 'X-Token')}`);
      else for (const token of given) ended.add(token);
      return answer;
    };
  },
};
