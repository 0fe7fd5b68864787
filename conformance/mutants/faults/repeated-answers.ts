import type { NewFault, Request } from '../mutant.ts';
import { type Answer, isSuccess } from '../peer/message.ts';

/** What requests have in common that get one answer. Undefined for requests that are left alone. */
type SameBy = (request: Request) => string | undefined;

/** A fault that gives simultaneous requests the answer of the first. */
export function sharing(sameBy: SameBy): NewFault {
  return () => {
    const underWay = new Map<string, Promise<Answer>>();
    return async (request, forward) => {
      const same = sameBy(request);
      if (same === undefined) return await forward(request);
      const answer = underWay.get(same) ?? forward(request).finally(() => underWay.delete(same));
      underWay.set(same, answer);
      return await answer;
    };
  };
}

/** A fault that gives later requests the answer of the first. @param isKept which answers it repeats */
export function repeating(sameBy: SameBy, isKept: (answer: Answer) => boolean = isSuccess): NewFault {
  return () => {
    const kept = new Map<string, Answer>();
    return async (request, forward) => {
      const same = sameBy(request);
      if (same === undefined) return await forward(request);
      const answer = kept.get(same) ?? (await forward(request));
      if (isKept(answer)) kept.set(same, answer);
      return answer;
    };
  };
}
