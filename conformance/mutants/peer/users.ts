import type { Fault, FaultContext } from '../mutant.ts';
import { type Answer, bodyOf, type Call, headerOf } from './message.ts';

/** Finds the user of a request by its token, from the answers of authenticate. */
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

/** Gives the fault a separate memory for each user, so that users do not affect each other (IDEM-16). */
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
