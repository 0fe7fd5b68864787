import type { DedupeStore } from '../dedupe/dedupe-store.ts';
import { createMemoryDedupe } from '../dedupe/memory-dedupe.ts';
import { singleFlight } from '../dedupe/single-flight.ts';
import { WebhookError } from '../webhook-error.ts';
import { type Admitted, admission, type Verify } from './admission.ts';
import { requireMilliseconds } from './limits.ts';
import { notify } from './notify.ts';
import type { Answer, IncomingDelivery, Receiver } from './receiver.ts';
import type { Failure, ReceiverOptions } from './receiver-options.ts';
import { answer, refusalOf } from './refusal.ts';

const ANSWER_WITHIN_MS_DEFAULT = 2000;

/** The common part of both entries' `createReceiver`; `verify` is the platform's. */
export function receiverWith<Transaction>(verify: Verify, options: ReceiverOptions<Transaction>): Receiver {
  const { answerWithinMs = ANSWER_WITHIN_MS_DEFAULT, whenLate = 'accept', onRefused, onFailure = logFailure, onEvent } = options;
  requireMilliseconds('answerWithinMs', answerWithinMs, 0);
  const admit = admission(options, verify);
  const dedupe = singleFlight(options.dedupe ?? memoryAs<Transaction>());
  const running = new Set<Promise<void>>();

  async function receive(delivery: IncomingDelivery): Promise<Answer> {
    try {
      return await answerInTime(startWork(await admit(delivery)));
    } catch (error) {
      if (error instanceof WebhookError) {
        notify(onRefused, error);
        return refusalOf(error);
      }
      notify(onFailure, { error, evento: undefined, answered: false });
      return notProcessed();
    }
  }

  function startWork({ evento, ...delivery }: Admitted): Work {
    const state = { answered: false };
    const done = dedupe
      .once(evento.EventGuid, async (transaction) => onEvent(evento, { ...delivery, transaction }))
      .then(() => answer(204))
      .catch((error: unknown) => {
        notify(onFailure, { error, evento, answered: state.answered });
        return notProcessed();
      });
    return { done, state };
  }

  /** RCV-14: work that is not done in time goes on after the answer. */
  async function answerInTime({ done, state }: Work): Promise<Answer> {
    const finished = track(done);
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<Answer>((resolve) => {
      timer = setTimeout(() => {
        state.answered = whenLate === 'accept';
        resolve(lateAnswer(whenLate, finished));
      }, answerWithinMs);
    });
    return Promise.race([done, late]).finally(() => clearTimeout(timer));
  }

  function track(done: Promise<Answer>): Promise<void> {
    const over = () => {
      running.delete(finished);
    };
    const finished: Promise<void> = done.then(over, over);
    running.add(finished);
    return finished;
  }

  async function idle(): Promise<void> {
    while (running.size > 0) await Promise.all(running);
  }

  return { receive, idle };
}

interface Work {
  readonly done: Promise<Answer>;
  readonly state: { answered: boolean };
}

function lateAnswer(whenLate: 'accept' | 'retry', finished: Promise<void>): Answer {
  if (whenLate === 'accept') return answer(202, '', {}, finished);
  return answer(503, 'in-progress', { 'Retry-After': '5' }, finished);
}

function notProcessed(): Answer {
  return answer(500, 'not-processed');
}

/** Without a store of its own a receiver has no transaction: `Transaction` is then undefined, which its type does not show. */
function memoryAs<Transaction>(): DedupeStore<Transaction> {
  return createMemoryDedupe() as DedupeStore<Transaction>;
}

function logFailure({ error, evento, answered }: Failure): void {
  const which = evento === undefined ? 'a delivery' : `event ${evento.EventGuid} (${evento.Type})`;
  console.error(`The work for ${which} failed${answered ? ' after its answer' : ''}:`, error);
}
