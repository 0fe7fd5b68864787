import { setTimeout as sleep } from 'node:timers/promises';
import { headerNames } from '../../api/header-names.ts';
import { isSuccess } from '../../http/answer.ts';
import type { Attempt, Endpoint, Script } from '../../model/attempt.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Call } from '../../model/exchange.ts';
import { memberOf } from '../../model/json.ts';
import { Inconclusive } from '../../model/verdict.ts';
import type { Webhook } from '../../model/webhook.ts';
import { eventoOf } from '../../receiver/attempt.ts';
import { signatureOf, timestampMs } from '../../receiver/signature.ts';
import { creationsOf } from '../deliveries/arrivals.ts';
import { awaitDeliveries } from '../deliveries/await-deliveries.ts';
import { oncePerRun } from '../once-per-run.ts';
import { contactBody } from '../resources/contacts.ts';
import { createWebhook } from '../webhooks/create-webhook.ts';

/** One attempt, and the earliest moment by the target's clock at which it can have been sent. */
export interface TimedAttempt {
  readonly attempt: Attempt;
  readonly notBeforeMs: number;
  readonly notAfterMs: number;
}

/** Deliveries to look at: two webhooks for the same events, and one event whose first attempts were refused. */
export interface RetriedDelivery {
  readonly webhooks: readonly [Webhook, Webhook];
  readonly attempts: readonly TimedAttempt[];
  /** Why there are no more attempts; undefined where all came that were waited for. */
  readonly shortfall: string | undefined;
}

/** Attempts refused before one is confirmed: the third is later than the second by its own wait, so a reused time shows. */
const REFUSED_ATTEMPTS = 2;
const HOUR_MS = 3_600_000;
/** Far enough from real time that the target's clock and the real one cannot be taken for each other. */
const HEAD_START_MS = 2 * HOUR_MS;
/** Moves of the clock for one retry: each is larger than all before it, the last is beyond any retry's patience. */
const movesMs = [6 * HOUR_MS, 24 * HOUR_MS];
/** Real time given to a target between two moves of its clock, and before the first for a retry that needs none. */
const SETTLE_MS = 50;
const AFTER_MOVE_MS = 3_000;
/** Real time from an attempt to a move of the clock in which no retry falls due by itself. */
const OWN_DELAY_MS = 1_000;

/** Prepared once in a run; every check of signatures looks at the same deliveries. @throws Inconclusive when nothing is delivered. */
export const retriedDelivery: (context: CheckContext) => Promise<RetriedDelivery> = oncePerRun(deliver, 'a lost answer');

/** The same, for what does not rest on it alone: where nothing is delivered, that part is left unjudged. */
export async function retriedDeliveries(context: CheckContext): Promise<RetriedDelivery | undefined> {
  try {
    return await retriedDelivery(context);
  } catch (error) {
    if (!(error instanceof Inconclusive)) throw error;
    context.leaveUnjudged(`attempts after the first: ${error.message}`);
    return undefined;
  }
}

async function deliver(context: CheckContext): Promise<RetriedDelivery> {
  const [company] = context.target.companies;
  const events = [`${context.target.surface.eventObjects.anagrafica}.Create`];
  if (context.clock !== undefined) await context.advance(HEAD_START_MS);
  const nome = context.fresh();
  let refused = 0;
  const script: Script = (_index, attempt) => {
    const isFirstEvent = memberOf(eventoOf(attempt)?.object, 'nome') === nome;
    if (!isFirstEvent || refused >= REFUSED_ATTEMPTS) return { status: 204 };
    refused += 1;
    return { status: 500 };
  };
  const refusing = await createWebhook(context, company, events, { script, lasting: true });
  const confirming = await createWebhook(context, company, events, { lasting: true });
  const startedMs = targetNowMs(context);
  const api = await context.api();
  const creation = (name: string): Call => api.call('createAnagrafica', { company, body: contactBody(context, name) });
  await context.prepare(creation(nome));
  let created = 1;
  // Which letters it takes is the target's choice.
  for (const ending of [' Società "Ovest"', ' Łódź 日本', ' 🚲 1.0'])
    if (isSuccess(await context.send(creation(context.fresh() + ending)))) created += 1;
  const arrivals = (): readonly Attempt[] => attemptsAt(context, refusing, nome);
  await awaitDeliveries(context, refusing, () => arrivals().length > 0);
  const attempts: TimedAttempt[] = [{ ...first(arrivals()), notBeforeMs: startedMs, notAfterMs: targetNowMs(context) }];
  const shortfall = await followRetries(context, refusing.endpoint, arrivals, attempts);
  await confirming.endpoint.until(() => confirming.endpoint.attempts.length >= created, context.target.timing.deliveryWithinMs);
  return { webhooks: [refusing, confirming], attempts, shortfall };
}

async function followRetries(
  context: CheckContext,
  endpoint: Endpoint,
  arrivals: () => readonly Attempt[],
  attempts: TimedAttempt[],
): Promise<string | undefined> {
  while (attempts.length <= REFUSED_ATTEMPTS) {
    const count = attempts.length;
    const notBeforeMs = await awaitRetry(context, endpoint, () => arrivals().length > count, attempts);
    const attempt = arrivals()[count];
    if (notBeforeMs === undefined || attempt === undefined)
      return `no retry came after attempt ${count}: raise timing.retryWithinMs or set controls.clock`;
    attempts.push({ attempt, notBeforeMs, notAfterMs: targetNowMs(context) });
  }
  return undefined;
}

/** The earliest moment at which the retry can have been sent; undefined when none came. */
async function awaitRetry(
  context: CheckContext,
  endpoint: Endpoint,
  came: () => boolean,
  attempts: readonly TimedAttempt[],
): Promise<number | undefined> {
  const { clock } = context;
  const previousMs = targetNowMs(context);
  if (clock === undefined) return (await endpoint.until(came, context.target.timing.retryWithinMs)) ? previousMs : undefined;
  if (await endpoint.until(came, SETTLE_MS)) return previousMs;
  if (keepsRealTime(context, attempts)) await sleep(2_100);
  let notBeforeMs = previousMs;
  for (const moveMs of movesMs) {
    if (came()) return notBeforeMs;
    const isPrompt = Date.now() - (attempts.at(-1)?.attempt.arrivedAt ?? 0) < OWN_DELAY_MS;
    await context.advance(moveMs);
    // What came while the clock was being moved may have been sent before.
    if (came()) return notBeforeMs;
    const movedToMs = targetNowMs(context);
    // Where this process or the machine took its time, the retry may have fallen due by itself, and be on its way while the clock is moved.
    if (await endpoint.until(came, AFTER_MOVE_MS)) return isPrompt ? movedToMs : notBeforeMs;
    notBeforeMs = movedToMs;
  }
  return undefined;
}

/** Whether timestamps follow real time although the target's clock was moved: then only real seconds make them differ. */
function keepsRealTime(context: CheckContext, attempts: readonly TimedAttempt[]): boolean {
  const latest = attempts.at(-1)?.attempt;
  const name = headerNames(context.target.service.headerWord).signature;
  const timestamp = latest === undefined ? undefined : signatureOf(latest, name)?.timestamps[0];
  const shownMs = timestamp === undefined ? undefined : timestampMs(timestamp);
  return shownMs !== undefined && Math.abs(shownMs - Date.now()) < HEAD_START_MS / 2;
}

function attemptsAt(context: CheckContext, webhook: Webhook, nome: string): readonly Attempt[] {
  return creationsOf(webhook, context.target.surface.eventObjects.anagrafica, nome).map(({ attempt }) => attempt);
}

function first(attempts: readonly Attempt[]): { readonly attempt: Attempt } {
  const [attempt] = attempts;
  if (attempt === undefined) throw new Inconclusive('no delivery came');
  return { attempt };
}

function targetNowMs(context: CheckContext): number {
  return context.clock?.nowMs() ?? Date.now();
}
