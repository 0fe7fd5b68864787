import type { NewFault, Request } from '../mutant.ts';
import { headerOf, isSuccess } from '../peer/message.ts';
import { forEachUser } from '../peer/users.ts';
import { DAY_MS } from './durations.ts';
import { isKey, KEY_HEADER } from './keys.ts';

/** A fault that takes a body for the first one with the same key and URL if both are equal in what `compared` returns. */
export function takenForTheSame(compared: (body: string) => unknown, takes: (request: Request) => boolean = () => true): NewFault {
  return forEachUser(({ aheadMs }) => {
    const firsts = new Map<string, { readonly body: string; readonly atMs: number }>();
    return async (request, forward) => {
      const key = headerOf(request, KEY_HEADER);
      if (!isKey(key) || request.body === '' || !takes(request)) return await forward(request);
      const use = `${key} ${request.method} ${request.path}`;
      const first = firsts.get(use);
      if (first !== undefined && aheadMs() - first.atMs < DAY_MS) {
        const same = JSON.stringify(compared(first.body)) === JSON.stringify(compared(request.body));
        return await forward(same ? { ...request, body: first.body } : request);
      }
      const answer = await forward(request);
      if (isSuccess(answer)) firsts.set(use, { body: request.body, atMs: aheadMs() });
      return answer;
    };
  });
}
