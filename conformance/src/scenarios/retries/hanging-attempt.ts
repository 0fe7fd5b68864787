import type { Attempt, Reply, Script } from '../../model/attempt.ts';
import type { CheckContext } from '../../model/check-context.ts';
import { type Evento, eventoOf } from '../../receiver/attempt.ts';
import { HangingConnection } from '../../receiver/hanging-connection.ts';
import { times } from '../../wait/times.ts';

/** One event whose first attempt hangs until the target gives it up. Later attempts are refused. */
export interface HangingAttempt {
  readonly script: Script;
  readonly attempts: readonly Attempt[];
  readonly hang: HangingConnection;
  readonly isRetried: () => boolean;
}

/**
 * Confirms every other event, and this one too if the suite itself had to end the connection.
 * @param beginsWith the status of an answer that begins and does not end; by default no answer begins
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
      // The target may retry without ending the connection.
      hang.end('given up');
    }
    if (hang.overAt === undefined) return { hang, ...(beginsWith !== undefined && { beginsWith }) };
    return { status: hang.givenUpAfterMs === undefined ? 204 : 500 };
  };
  return { script, attempts, hang, isRetried: () => retried };
}
