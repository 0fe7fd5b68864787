import { callSafely, printable, readOptions, startTimer, within } from '#runtime';
import type { DedupeStore } from '../dedupe/dedupe-store.ts';
import { createMemoryDedupe } from '../dedupe/memory-dedupe.ts';
import { singleFlight } from '../dedupe/single-flight.ts';
import { WorkTooSlow } from '../dedupe/work-too-slow.ts';
import { fault } from '../fault.ts';
import { WebhookError } from '../webhook-error.ts';
import { type Admitted, admission, type Verify } from './admission.ts';
import { oneHandler } from './event-handlers.ts';
import type { Answer, IncomingDelivery, Receiver } from './receiver.ts';
import { type Failure, RECEIVER_KINDS, type ReceiverOptions } from './receiver-options.ts';
import { answer, notProcessed, refusalOf } from './refusal.ts';

const ANSWER_WITHIN_MS_DEFAULT = 2000;
const WORK_WITHIN_MS_DEFAULT = 300_000;
/** How much of an event is printed: its type may be of any length. */
const EVENT_CHARACTERS_MAX = 400;

/** The common part of both entries' `createReceiver`; `verify` is the platform's. */
export function receiverWith<Transaction>(verify: Verify, options: ReceiverOptions<Transaction>): Receiver {
  readOptions<ReceiverOptions<unknown>>(options, RECEIVER_KINDS, fault);
  const { answerWithinMs = ANSWER_WITHIN_MS_DEFAULT, workWithinMs = WORK_WITHIN_MS_DEFAULT, whenLate = 'accept' } = options;
  const { onRefused, onFailure = logFailure } = options;
  const onEvent = oneHandler(options.onEvent);
  const admit = admission(options, verify);
  const dedupe = singleFlight(options.dedupe ?? memoryAs<Transaction>(), workWithinMs);
  const running = new Set<Promise<void>>();

  async function receive(delivery: IncomingDelivery): Promise<Answer> {
    try {
      return await answerInTime(startWork(await admit(delivery)));
    } catch (error) {
      if (error instanceof WebhookError) {
        callSafely(onRefused, logListener, error);
        return refusalOf(error);
      }
      callSafely(onFailure, logListener, { error, evento: undefined, answered: false });
      return notProcessed();
    }
  }

  function startWork({ evento, ...delivery }: Admitted): Work {
    const state = { answered: false, waits: false };
    const work = (transaction: Transaction): Promise<void> => {
      const own = (async () => onEvent(evento, { ...delivery, transaction }))();
      // The store is told as well, so that a transaction does not stay open.
      return within(workWithinMs, own, () => new WorkTooSlow(workWithinMs));
    };
    const onWait = (): void => {
      state.waits = true;
    };
    const done = dedupe
      .once(evento.EventGuid, work, onWait)
      .then(() => answer(204))
      .catch((error: unknown) => {
        callSafely(onFailure, logListener, { error, evento, answered: state.answered });
        return notProcessed();
      });
    return { done, state };
  }

  /** RCV-14: work that is not done in time goes on after the answer. */
  async function answerInTime({ done, state }: Work): Promise<Answer> {
    const finished = track(done);
    return new Promise((resolve) => {
      const timer = startTimer(answerWithinMs, () => {
        // Who waits for somebody else's work confirms nothing: the other may be gone, and the event with it.
        state.answered = whenLate === 'accept' && !state.waits;
        resolve(state.answered ? answer(202, '', {}, finished) : answer(503, 'in-progress', { 'Retry-After': '5' }, finished));
      });
      done.then(resolve).finally(timer.stop);
    });
  }

  function track(done: Promise<Answer>): Promise<void> {
    const finished: Promise<void> = done.then(() => {
      running.delete(finished);
    });
    running.add(finished);
    return finished;
  }

  async function idle(): Promise<void> {
    while (running.size > 0) await Promise.all(running);
  }

  return { receive, idle };
}

interface Work {
  /** Never rejects. */
  readonly done: Promise<Answer>;
  readonly state: { answered: boolean; waits: boolean };
}

/** Without a store of its own a receiver has no transaction: `Transaction` is then undefined, which its type does not show. */
function memoryAs<Transaction>(): DedupeStore<Transaction> {
  return createMemoryDedupe() as DedupeStore<Transaction>;
}

function logFailure({ error, evento, answered }: Failure): void {
  const which = evento === undefined ? 'a delivery' : printable(`event ${evento.EventGuid} (${evento.Type})`, EVENT_CHARACTERS_MAX);
  console.error(`The work for ${which} failed${answered ? ' after its answer' : ''}:`, error);
}

function logListener(error: unknown): void {
  console.error('A listener of the receiver failed:', error);
}
