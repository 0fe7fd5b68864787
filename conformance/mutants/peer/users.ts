import type { Fault, NewFault } from '../mutant.ts';
import { bodyOf, type Call, type Forward, headerOf } from './message.ts';

/** Finds the user of a request by its token, from the answers of authenticate. */
export class Users {
  readonly #names = new Map<string, string>();

  of(request: Call): string | undefined {
    return this.#names.get(headerOf(request, 'Authorization') ?? '');
  }

  /** Forwards requests, and learns the tokens in their answers. */
  learning(forward: Forward): Forward {
    return async (request) => {
      const answer = await forward(request);
      const token = headerOf(answer, 'X-Token');
      if (token !== undefined) this.#names.set(`Bearer ${token}`, String(bodyOf(request).UserName));
      return answer;
    };
  }
}

/** Gives the fault a separate memory for each user, so that users do not affect each other (IDEM-16). */
export function forEachUser(fault: NewFault): NewFault {
  return (context) => {
    const faults = new Map<string | undefined, Fault>();
    return async (request, forward) => {
      const user = context.userOf(request);
      const own = faults.get(user) ?? fault(context);
      faults.set(user, own);
      return await own(request, forward);
    };
  };
}
