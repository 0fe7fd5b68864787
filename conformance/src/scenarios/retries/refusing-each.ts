import type { Reply, Script } from '../../model/attempt.ts';
import { eventoOf } from '../../receiver/attempt.ts';

/** How each event is refused, in turn. A client may send again by itself what got no answer: that is no attempt to be shown. */
const refusals: readonly Reply[] = [{ status: 500 }, 'reset', { status: 302 }, { status: 404 }, { status: 429 }];

/** Refuses each event as long as nothing is to be confirmed. @param last what the last retry is answered */
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
