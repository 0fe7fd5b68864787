import { createHash } from 'node:crypto';
import type { Fault, FaultContext, Request } from '../mutant.ts';
import { type Answer, headerOf, withHeader } from '../peer/message.ts';

export const KEY_HEADER = 'Idempotency-Key';

/** Whether a value is a valid key (IDEM-16). */
export function isKey(key: string | undefined): key is string {
  return key !== undefined && /^[ -~]{1,255}$/.test(key);
}

/** Whether a request acts on one webhook or contact. */
export function isOfOneObject({ path }: Request): boolean {
  return /\/(webhook|Anagrafica)\/\d+$/.test(path);
}

/** A fault that binds keys to too much or too little, by giving the service another key that is made from these parts. */
export function rekeyed(
  parts: (request: Request, key: string, context: FaultContext) => readonly unknown[],
): (context: FaultContext) => Fault {
  return (context) => async (request, forward) => {
    const key = headerOf(request, KEY_HEADER);
    if (!isKey(key)) return await forward(request);
    const made = createHash('sha256')
      .update(JSON.stringify(parts(request, key, context)))
      .digest('hex');
    return await forward(withHeader(request, KEY_HEADER, made));
  };
}

export function replay(answer: Answer): Answer {
  return withHeader(answer, 'Idempotent-Replayed', 'true');
}

/** Changes an answer only if it is a replay. */
export function onReplay(change: (answer: Answer, operation: string | undefined) => Answer): () => Fault {
  return () => async (request, forward) => {
    const answer = await forward(request);
    return headerOf(answer, 'Idempotent-Replayed') === 'true' ? change(answer, request.operation) : answer;
  };
}
