import { setTimeout as sleep } from 'node:timers/promises';
import type { Attempt, Script } from '../../model/attempt.ts';
import type { CheckContext } from '../../model/check-context.ts';
import { memberOf } from '../../model/json.ts';
import type { Webhook } from '../../model/webhook.ts';
import { type Evento, eventoOf } from '../../receiver/attempt.ts';
import type { HangingConnection } from '../../receiver/hanging-connection.ts';
import { awaitAttempts } from '../../wait/attempts.ts';
import { times } from '../../wait/times.ts';
import { oncePerRun } from '../once-per-run.ts';
import { createContact } from '../resources/contact-life.ts';
import { isSameName } from '../values/texts.ts';
import { createWebhook } from '../webhooks/create-webhook.ts';
import { hangingAttempt } from './hanging-attempt.ts';
import { endWhereBlocking, type HangingDelivery, hangingDelivery } from './hanging-delivery.ts';

/** One delivery whose first attempt takes seconds. */
export interface LongDelivery {
  readonly webhook: Webhook;
  readonly attempts: readonly Attempt[];
}

/** The slow deliveries besides the hanging one, which shows how long the target waits for an answer. */
export interface LongAttempts {
  readonly hanging: HangingDelivery;
  /** Its first attempt is answered 500 with an endless body, later ones are refused. Undefined if the target would deliver nothing else. */
  readonly unended: (LongDelivery & { readonly hang: HangingConnection }) | undefined;
  /** Each of its attempts is confirmed late, except a duplicate right after an answer. */
  readonly slow: LongDelivery | undefined;
}

/** Started once per run. @throws Inconclusive when nothing is delivered that could take long */
export const longAttempts: (context: CheckContext) => Promise<LongAttempts> = oncePerRun(begin, 'a lost answer');

async function begin(context: CheckContext): Promise<LongAttempts> {
  const hanging = await hangingDelivery(context);
  const { hang, event, witness } = hanging;
  if (hang.overAt !== undefined && hang.givenUpAfterMs === undefined) return { hanging, unended: undefined, slow: undefined };
  const { company } = hanging.webhook;
  const nome = context.fresh();
  const is = ({ type, object }: Evento): boolean => type === event && isSameName(memberOf(object, 'nome'), nome);
  const unended = hangingAttempt(context, is, 500);
  const slow = confirmedLate(is);
  const begun = [
    { webhook: await createWebhook(context, company, [event], { script: unended.script }), ...unended },
    { webhook: await createWebhook(context, company, [event], { script: slow.script }), ...slow },
  ] as const;
  await createContact(context, company, nome);
  for (const { webhook, attempts } of begun) await awaitAttempts(context, webhook, () => attempts.length > 0);
  await endWhereBlocking(context, company, witness, unended.hang);
  return { hanging, unended: begun[0], slow: begun[1] };
}

function confirmedLate(is: (evento: Evento) => boolean): { readonly script: Script; readonly attempts: readonly Attempt[] } {
  const attempts: Attempt[] = [];
  const script: Script = (_index, attempt) => {
    const evento = eventoOf(attempt);
    if (evento === undefined || !is(evento)) return { status: 204 };
    const answeredAt = (attempts.at(-1)?.arrivedAt ?? Number.POSITIVE_INFINITY) + times.confirmedLateMs;
    attempts.push(attempt);
    const isDuplicate = attempt.arrivedAt >= answeredAt && attempt.arrivedAt < answeredAt + times.duplicateOfHangingMs;
    return { status: 204, ...(!isDuplicate && { afterMs: times.confirmedLateMs }) };
  };
  return { script, attempts };
}

/** How much longer the target may wait for the end of an answer than for its beginning: a factor, and real time in milliseconds. */
const patience = { times: 1.5, moreMs: 2_000 };

/** Waits until no attempt hangs. The target's clock stands still meanwhile, because an event that is days old need not be retried. */
export async function untilEnded(context: CheckContext, { hanging, unended }: LongAttempts): Promise<void> {
  await context.idle(async () => {
    await hanging.hang.over;
    if (unended === undefined) return;
    const begunAt = unended.attempts[0]?.arrivedAt ?? Date.now();
    const leftMs = begunAt + patience.times * (hanging.hang.givenUpAfterMs ?? 0) + patience.moreMs - Date.now();
    await Promise.race([unended.hang.over, sleep(Math.max(0, leftMs), undefined, { ref: false })]);
    unended.hang.end('at the limit');
  });
}
