import type { Attempt, Reply, Script } from '../../model/attempt.ts';
import type { CheckContext } from '../../model/check-context.ts';
import { type Evento, eventoOf } from '../../receiver/attempt.ts';
import { HangingConnection } from '../../receiver/hanging-connection.ts';
import { times } from '../../wait/times.ts';

/** One event whose first attempt hangs until the target gives it up, and is refused from then on. */
export interface HangingAttempt {
  readonly script: Script;
  readonly attempts: readonly Attempt[];
  readonly hang: HangingConnection;
  readonly isRetried: () => boolean;
}

/**
 * Every other event is confirmed, and so is this one where the suite itself had to end the connection.
 * @param beginsWith the status of the answer that is begun and not ended; no answer is begun if it is not given
 */
export function hangingAttempt(context: CheckContext, is: (evento: Evento) => boolean, beginsWith?: number): HangingAttempt {
  const hang = new HangingConnection();
  const attempts: Attempt[] = [];
  let retried = false;
  const script = (_index: number, attempt: Attempt): Reply => {
    const evento = eventoOf(attempt);
    if (evento === undefined || !is(evento)) return { status: 204 };
    attempts.push(attempt);
    const [first = attempt] = attempts;
    if (attempt === first) hang.begin(context.target.timing.hangAtMostMs);
    else if (hang.overAt !== undefined || attempt.arrivedAt - first.arrivedAt > times.duplicateOfHangingMs) {
      retried = true;
      // It need not have ended the connection for that.
      hang.end('given up');
    }
    if (hang.overAt === undefined) return { hang, ...(beginsWith !== undefined && { beginsWith }) };
    return { status: hang.givenUpAfterMs === undefined ? 204 : 500 };
  };
  return { script, attempts, hang, isRetried: () => retried };
}
