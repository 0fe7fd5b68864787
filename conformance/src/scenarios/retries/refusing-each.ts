import type { Reply, Script } from '../../model/attempt.ts';
import { eventoOf } from '../../receiver/attempt.ts';

/** How each event is refused, in turn. An HTTP client may repeat a request without an answer by itself: the log need not show that. */
const refusals: readonly Reply[] = [{ status: 500 }, 'reset', { status: 302 }, { status: 404 }, { status: 429 }];

/** Refuses each event until it is told to confirm. @param last the answer to the last retry */
export function refusing(state: { readonly confirms: boolean }, last: Reply): Script {
  const counts = new Map<unknown, number>();
  return (_index, attempt) => {
    if (state.confirms) return { status: 204 };
    const guid = eventoOf(attempt)?.eventGuid;
    const count = counts.get(guid) ?? 0;
    counts.set(guid, count + 1);
    return refusals[count] ?? last;
  };
}
