import { createHash, randomUUID } from 'node:crypto';
import { operations } from '../generated/operations.ts';
import type { Answer, Call } from '../model/exchange.ts';
import { memberOf, parseJson } from '../model/json.ts';
import { isReplayed } from './answer.ts';
import { keyOf } from './call.ts';

const SAFE = ['GET', 'HEAD', 'OPTIONS'];

/** Whether a call may be repeated after a lost answer: it has the same effect however often it arrives, or its repetition is refused. */
export function mayBeSentAgain(call: Call): boolean {
  if (SAFE.includes(call.method) || call.method === 'DELETE' || call.operation === 'authenticate') return true;
  // A PUT with a stale token is refused.
  return keyOf(call) !== undefined || (call.method === 'PUT' && hasToken(call));
}

/** The call with a new key, if its operation accepts one and it has none. It has the same effect, and may be sent again. */
export function withOwnKey(call: Call): Call {
  const { operation, method } = call;
  if (operation === undefined || method !== 'POST' || !operations[operation].acceptsKey || keyOf(call) !== undefined) return call;
  return { ...call, headers: [...call.headers, ['Idempotency-Key', randomUUID()]] };
}

/** Remembers the answers to calls with a key. A replay of one of them is a replay for its sender too. */
export class AnsweredKeys {
  readonly #answered = new Set<string>();

  note(call: Call, answer: Answer): void {
    if (keyOf(call) !== undefined) this.#answered.add(signsOf(call, answer));
  }

  /**
   * The lost answer, as the answer to the repeated call reveals it; undefined if it does not. A replay is the answer to the first request,
   * without the replay mark.
   */
  lostAnswer(call: Call, answer: Answer): Answer | undefined {
    if (keyOf(call) !== undefined) {
      // The first request may still be in progress.
      if (answer.status === 409) return undefined;
      return isReplayed(answer) && !this.#answered.has(signsOf(call, answer)) ? withoutMark(answer) : answer;
    }
    const tellsOfFirst =
      (call.method === 'DELETE' && [404, 410].includes(answer.status)) || (call.method === 'PUT' && answer.status >= 400);
    return tellsOfFirst ? undefined : answer;
  }
}

function withoutMark(answer: Answer): Answer {
  const isMark = (index: number): boolean => answer.rawHeaders[index - (index % 2)]?.toLowerCase() === 'idempotent-replayed';
  return { ...answer, rawHeaders: answer.rawHeaders.filter((_text, index) => !isMark(index)) };
}

function hasToken({ body = '' }: Call): boolean {
  try {
    return (memberOf(parseJson(body), 'concurrencyToken') ?? null) !== null;
  } catch {
    return false;
  }
}

/** A hash of the call and the status, because a run has many keys, and some bodies are long. */
function signsOf(call: Call, { status }: Answer): string {
  return createHash('sha256')
    .update(JSON.stringify([keyOf(call), call.method, call.url, call.body ?? '', status]))
    .digest('base64');
}
