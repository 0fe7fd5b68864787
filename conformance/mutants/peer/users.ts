import type { Fault, FaultContext } from '../mutant.ts';
import { type Answer, bodyOf, type Call, headerOf } from './message.ts';

/** Whose token a request carries: the user names that authenticate was asked with, by the tokens that it gave. */
export class Users {
  readonly #names = new Map<string, string>();

  of(request: Call): string | undefined {
    return this.#names.get(headerOf(request, 'Authorization') ?? '');
  }

  learn(request: Call, answer: Answer): void {
    const token = headerOf(answer, 'X-Token');
    if (token !== undefined) this.#names.set(`Bearer ${token}`, String(bodyOf(request).UserName));
  }
}

/** The fault with a memory of its own for each user, so that what one does says nothing to another (IDEM-16). */
export function forEachUser(fault: (context: FaultContext) => Fault): (context: FaultContext) => Fault {
  return (context) => {
    const users = new Users();
    const faults = new Map<string | undefined, Fault>();
    return async (request, forward) => {
      const user = users.of(request);
      const own = faults.get(user) ?? fault(context);
      faults.set(user, own);
      const answer = await own(request, forward);
      users.learn(request, answer);
      return answer;
    };
  };
}
