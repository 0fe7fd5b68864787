import { createHash } from 'node:crypto';
import type { FaultContext, NewFault, Request } from '../mutant.ts';
import { type Answer, bodyOf, headerOf, withHeader } from '../peer/message.ts';
import { answering, forwarding } from './exchanges.ts';

export const isMismatch = (answer: Answer): boolean => bodyOf(answer).code === 'idempotency-mismatch';

export const KEY_HEADER = 'Idempotency-Key';

/** Whether a value is a valid key (IDEM-16). */
export function isKey(key: string | undefined): key is string {
  return key !== undefined && /^[ -~]{1,255}$/.test(key);
}

/** A fault that binds keys to too much or too little, by giving the service another key that is made from these parts. */
export function rekeyed(parts: (request: Request, key: string, context: FaultContext) => readonly unknown[]): NewFault {
  return forwarding((request, context) => {
    const key = headerOf(request, KEY_HEADER);
    if (!isKey(key)) return request;
    const made = createHash('sha256')
      .update(JSON.stringify(parts(request, key, context)))
      .digest('hex');
    return withHeader(request, KEY_HEADER, made);
  });
}

export function replay(answer: Answer): Answer {
  return withHeader(answer, 'Idempotent-Replayed', 'true');
}

/** Changes an answer only if it is a replay. */
export function onReplay(change: (answer: Answer, operation: string | undefined) => Answer): NewFault {
  return answering((answer, { operation }) => (headerOf(answer, 'Idempotent-Replayed') === 'true' ? change(answer, operation) : answer));
}
