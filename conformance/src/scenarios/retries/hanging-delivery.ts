import { contactTypes } from '../../api/event-names.ts';
import type { CheckContext } from '../../model/check-context.ts';
import { memberOf } from '../../model/json.ts';
import type { Company } from '../../model/target.ts';
import { Inconclusive } from '../../model/verdict.ts';
import type { Attempt, Reply, Script, Webhook } from '../../model/webhook.ts';
import { type Evento, eventoOf } from '../../receiver/attempt.ts';
import { HangingConnection } from '../../receiver/hanging-connection.ts';
import { awaitAttempts } from '../../wait/arrives.ts';
import { times } from '../../wait/times.ts';
import { oncePerRun } from '../once-per-run.ts';
import { arrivalsOf, type Contact, createContact, quietestCompany } from '../resources/contact-life.ts';
import { unlessRefused } from '../unless-refused.ts';
import { isSameName } from '../values/texts.ts';
import { createWebhook } from '../webhooks/create-webhook.ts';
import { witnessOf } from '../webhooks/observer.ts';
import { creation } from './event-trigger.ts';
import { awaitLate, type FollowedDelivery, followRetries } from './followed-retries.ts';

/** One event whose first attempt hangs until the target gives it up. Later attempts are refused. */
interface HangingAttempt {
  readonly script: Script;
  readonly attempts: readonly Attempt[];
  readonly hang: HangingConnection;
  readonly isRetried: () => boolean;
}

/** One delivery that hangs until the target gives it up by itself. */
export interface HangingDelivery {
  /** The contact that the event is about. */
  readonly contact: Contact;
  readonly event: string;
  readonly attempts: readonly Attempt[];
  readonly hang: HangingConnection;
  readonly isRetried: () => boolean;
  readonly webhook: Webhook;
  /** Another webhook of the company, which shows whether the target goes on delivering. */
  readonly witness: Webhook;
}

/** Started once per run. @throws Inconclusive when nothing is delivered that could hang */
export const hangingDelivery: (context: CheckContext) => Promise<HangingDelivery> = oncePerRun(letHang, 'a lost answer');

async function letHang(context: CheckContext): Promise<HangingDelivery> {
  const company = quietestCompany(context);
  const { create } = contactTypes(context);
  const nome = context.fresh();
  const { script, ...hanging } = hangingAttempt(
    context,
    ({ type, object }) => type === create && isSameName(memberOf(object, 'nome'), nome),
  );
  const witness = await witnessOf(context, company);
  // Another rule follows its retries too.
  const webhook = await createWebhook(context, company, [create], { script, lasting: true });
  const contact = await createContact(context, company, nome);
  await awaitAttempts(context, webhook, () => hanging.attempts.length > 0);
  await endWhereBlocking(context, company, witness, hanging.hang);
  return { contact, event: create, ...hanging, webhook, witness };
}

/** Ends the hang if the target makes only one attempt at a time: otherwise no other rule would get its deliveries. */
export async function endWhereBlocking(context: CheckContext, company: Company, witness: Webhook, hang: HangingConnection): Promise<void> {
  const { create } = contactTypes(context);
  const other = await createContact(context, company);
  const came = witness.endpoint.arrives(() => arrivalsOf(witness, create, other).length > 0, context.target.timing.deliveryWithinMs);
  const goesOn = await context.idle(() => Promise.race([came, hang.over.then(() => true)]));
  if (!goesOn) hang.end('blocking');
}

/** Waits until it no longer hangs. The target's clock stands still meanwhile, because an event that is days old need not be retried. */
export async function untilOver(context: CheckContext): Promise<void> {
  const delivery = await unlessRefused(hangingDelivery(context));
  await context.idle(async () => await delivery?.hang.over);
}

/**
 * Follows a delivery that no longer hangs until its next attempt comes, or has had time to come.
 * @param mayTakeMs the real time that a retry takes at this target, if it is longer than the configuration says
 * @throws Inconclusive if the target does not give it up, or is too slow to tell whether an attempt comes
 */
export async function followHanging(context: CheckContext, delivery: HangingDelivery, mayTakeMs: number): Promise<void> {
  const { hang, isRetried, webhook, witness, attempts } = delivery;
  const end = await hang.over;
  if (end !== 'given up') throw new Inconclusive(whyUntold(context, end));
  const followed: FollowedDelivery = { webhook, witness, attempts: () => attempts, confirmedAfter: 2, isDue: () => !isRetried() };
  if (isRetried()) return;
  if (context.clock !== undefined) return void (await followRetries(context, [followed], () => fireWitness(context)));
  const leftMs = (hang.overAt ?? 0) + Math.max(mayTakeMs, context.target.timing.retryWithinMs) - Date.now();
  await context.rest(() => webhook.endpoint.until(isRetried, Math.max(0, leftMs)));
  await awaitLate(context, [followed], () => fireWitness(context));
}

function whyUntold({ target }: CheckContext, end: 'at the limit' | 'blocking'): string {
  const { hangAtMostMs, deliveryWithinMs } = target.timing;
  return end === 'at the limit'
    ? `the target had not given up a hanging delivery after ${hangAtMostMs} ms, so no retry was due: raise timing.hangAtMostMs above the target's own timeout`
    : `the target delivers nothing else while one delivery hangs, so the suite confirmed that one after ${deliveryWithinMs} ms to free the other rules: raise timing.deliveryWithinMs above the target's own timeout`;
}

/** Fires an event that the witness must receive. */
export async function fireWitness(context: CheckContext): Promise<(attempt: Attempt) => boolean> {
  const { act, is } = creation(context, quietestCompany(context));
  await act();
  return (attempt) => {
    const evento = eventoOf(attempt);
    return evento !== undefined && is(evento);
  };
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
