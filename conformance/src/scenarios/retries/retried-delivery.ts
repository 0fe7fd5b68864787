import { setTimeout as sleep } from 'node:timers/promises';
import { headerNames } from '../../api/header-names.ts';
import type { Bench, Trial } from '../../engine/trial.ts';
import { isSuccess } from '../../http/answer.ts';
import type { Call } from '../../http/call.ts';
import { LostAnswer } from '../../http/driver.ts';
import { memberOf } from '../../http/json.ts';
import { Inconclusive } from '../../model/verdict.ts';
import { type Delivery, eventoOf } from '../../receiver/delivery.ts';
import type { Endpoint, Script } from '../../receiver/endpoint.ts';
import { signatureOf, timestampMs } from '../../receiver/signature.ts';
import { contactBody } from '../resources/contacts.ts';
import { awaitDeliveries, creationsOf, type Hook } from '../webhooks/webhooks.ts';

/** One attempt, and the earliest moment by the target's clock at which it can have been sent. */
export interface Attempt {
  readonly delivery: Delivery;
  readonly notBeforeMs: number;
  readonly notAfterMs: number;
}

/** Deliveries to look at: two webhooks for the same events, and one event whose first attempts were refused. */
export interface DeliveryScene {
  readonly hooks: readonly [Hook, Hook];
  readonly attempts: readonly Attempt[];
  /** Why there are no more attempts; undefined where as many came as were asked for. */
  readonly shortfall: string | undefined;
}

/** Attempts refused before one is confirmed: the third is later than the second by its own wait, so a reused time shows. */
const refusedAttempts = 2;
const hourMs = 3_600_000;
/** Far enough from real time that the target's clock and the real one cannot be taken for each other. */
const headStartMs = 2 * hourMs;
/** Moves of the clock for one retry: each is larger than all before it, the last is beyond any retry's patience. */
const movesMs = [6 * hourMs, 24 * hourMs];
/** Real time given to a target between two moves of its clock, and before the first for a retry that needs none. */
const settleMs = 50;
const afterMoveMs = 3_000;

const scenes = new WeakMap<Bench, Promise<DeliveryScene>>();

/** Plays the scene once in a run; every check of signatures looks at the same deliveries. @throws Inconclusive when nothing is delivered. */
export function deliveryScene(trial: Trial): Promise<DeliveryScene> {
  const known = scenes.get(trial.bench);
  if (known) return trial.rest(() => known);
  const scene = play(trial);
  scenes.set(trial.bench, scene);
  scene.catch((error: unknown) => void (error instanceof LostAnswer && scenes.delete(trial.bench)));
  return scene;
}

/** The same, for what does not rest on it alone: where nothing is delivered, that part is left unjudged. */
export async function retriedDeliveries(trial: Trial): Promise<DeliveryScene | undefined> {
  try {
    return await deliveryScene(trial);
  } catch (error) {
    if (!(error instanceof Inconclusive)) throw error;
    trial.leaveUnjudged(`attempts after the first: ${error.message}`);
    return undefined;
  }
}

async function play(trial: Trial): Promise<DeliveryScene> {
  const [company] = trial.target.companies;
  const events = [`${trial.target.surface.eventObjects.anagrafica}.Create`];
  if (trial.clock !== undefined) await trial.advance(headStartMs);
  const nome = trial.fresh();
  let refused = 0;
  const script: Script = (_attempt, delivery) => {
    const isFirstEvent = memberOf(eventoOf(delivery)?.object, 'nome') === nome;
    if (!isFirstEvent || refused >= refusedAttempts) return { status: 204 };
    refused += 1;
    return { status: 500 };
  };
  const refusing = await trial.bench.webhooks.create(trial, company, events, { script, lasting: true });
  const confirming = await trial.bench.webhooks.create(trial, company, events, { lasting: true });
  const startedMs = targetNowMs(trial);
  const api = await trial.api();
  const creation = (name: string): Call => api.call('createAnagrafica', { company, body: contactBody(trial, name) });
  await trial.prepare(creation(nome));
  let created = 1;
  // Which letters it takes is the target's choice.
  for (const ending of [' Società "Ovest"', ' Łódź 日本', ' 🚲 1.0'])
    if (isSuccess(await trial.send(creation(trial.fresh() + ending)))) created += 1;
  const arrivals = (): readonly Delivery[] => attemptsAt(trial, refusing, nome);
  await awaitDeliveries(trial, refusing, () => arrivals().length > 0);
  const attempts: Attempt[] = [{ ...first(arrivals()), notBeforeMs: startedMs, notAfterMs: targetNowMs(trial) }];
  const shortfall = await followRetries(trial, refusing.endpoint, arrivals, attempts);
  await confirming.endpoint.until(() => confirming.endpoint.deliveries.length >= created, trial.target.timing.deliveryWithinMs);
  return { hooks: [refusing, confirming], attempts, shortfall };
}

async function followRetries(
  trial: Trial,
  endpoint: Endpoint,
  arrivals: () => readonly Delivery[],
  attempts: Attempt[],
): Promise<string | undefined> {
  while (attempts.length <= refusedAttempts) {
    const count = attempts.length;
    const notBeforeMs = await awaitRetry(trial, endpoint, () => arrivals().length > count, attempts);
    const delivery = arrivals()[count];
    if (notBeforeMs === undefined || delivery === undefined)
      return `no retry came after attempt ${count}: raise timing.retryWithinMs or set controls.clock`;
    attempts.push({ delivery, notBeforeMs, notAfterMs: targetNowMs(trial) });
  }
  return undefined;
}

/** The earliest moment at which the retry can have been sent; undefined when none came. */
async function awaitRetry(
  trial: Trial,
  endpoint: Endpoint,
  came: () => boolean,
  attempts: readonly Attempt[],
): Promise<number | undefined> {
  const { clock } = trial;
  const previousMs = targetNowMs(trial);
  if (clock === undefined) return (await endpoint.until(came, trial.target.timing.retryWithinMs)) ? previousMs : undefined;
  if (await endpoint.until(came, settleMs)) return previousMs;
  if (keepsRealTime(trial, attempts)) await sleep(2_100);
  for (const moveMs of movesMs) {
    if (came()) return previousMs;
    await trial.advance(moveMs);
    // What came while the clock was being moved may have been sent before.
    if (came()) return previousMs;
    const movedToMs = targetNowMs(trial);
    if (await endpoint.until(came, afterMoveMs)) return movedToMs;
  }
  return undefined;
}

/** Whether timestamps follow real time although the target's clock was moved: then only real seconds make them differ. */
function keepsRealTime(trial: Trial, attempts: readonly Attempt[]): boolean {
  const latest = attempts.at(-1)?.delivery;
  const name = headerNames(trial.target.service.headerWord).signature;
  const timestamp = latest === undefined ? undefined : signatureOf(latest, name)?.timestamps[0];
  const shownMs = timestamp === undefined ? undefined : timestampMs(timestamp);
  return shownMs !== undefined && Math.abs(shownMs - Date.now()) < headStartMs / 2;
}

function attemptsAt(trial: Trial, hook: Hook, nome: string): readonly Delivery[] {
  return creationsOf(hook, trial.target.surface.eventObjects.anagrafica, nome).map(({ delivery }) => delivery);
}

function first(deliveries: readonly Delivery[]): { readonly delivery: Delivery } {
  const [delivery] = deliveries;
  if (delivery === undefined) throw new Inconclusive('no delivery came');
  return { delivery };
}

function targetNowMs(trial: Trial): number {
  return trial.clock?.nowMs() ?? Date.now();
}
