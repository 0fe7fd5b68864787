import { type Delivery, eventoOf } from '../receiver/delivery.ts';
import type { Endpoint, Reply, Script } from '../receiver/endpoint.ts';
import type { Bench, Trial } from '../run/trial.ts';
import { Inconclusive } from '../run/verdict.ts';
import { awaitDeliveries, type Hook } from '../target/webhooks.ts';
import { LostAnswer } from '../wire/driver.ts';
import { arrivalsOf, contactTypes, createContact } from './contact-life.ts';

/** A webhook whose attempts to deliver one event are answered in a way of its own. */
export interface Listener {
  readonly name: string;
  /** The attempts so far. */
  readonly attempts: () => readonly Delivery[];
}

/** One event, delivered to many webhooks that answer differently, and followed until no more comes. */
export interface AnsweredDeliveries {
  readonly confirming: readonly Listener[];
  readonly refusing: readonly Listener[];
  readonly silent: readonly Listener[];
  /** Never confirmed. */
  readonly endless: readonly Listener[];
  /** Confirmed at the attempt that stands beside them, and refusing again after it. */
  readonly confirmedAt: readonly (Listener & { readonly attempt: number })[];
  /** Where the redirects among the refusing point to. */
  readonly elsewhere: Endpoint;
  /** Whether every retry has had the time to come. */
  readonly complete: boolean;
}

const confirmations = [200, 201, 202, 204, 226, 299];
const refusals = [300, 301, 302, 303, 304, 307, 308, 400, 401, 403, 404, 409, 410, 422, 429, 500, 502, 503];
const redirects = [300, 301, 302, 303, 307, 308];
/** Further than any retry waits: one move of the clock makes every next retry due. */
const moveMs = 12 * 3_600_000;
/** Moves of the clock: one more than five retries need, and one for the connections that are silent for a while. */
const moves = 7;
/** Real time between two moves, and before what is due is missed. */
const betweenMovesMs = 350;
const patienceMs = 8_000;

const scenes = new WeakMap<Bench, Promise<AnsweredDeliveries>>();

/** Plays the scene once in a run. @throws Inconclusive when a webhook gets nothing at all. */
export function answeredDeliveries(trial: Trial): Promise<AnsweredDeliveries> {
  const known = scenes.get(trial.bench);
  if (known) return known;
  const scene = play(trial);
  scenes.set(trial.bench, scene);
  scene.catch((error: unknown) => void (error instanceof LostAnswer && scenes.delete(trial.bench)));
  return scene;
}

/** Nothing can be said yet where time cannot be moved and real time showed too little. */
export function tooEarly(what: string): Inconclusive {
  return new Inconclusive(`${what} within timing.retryWithinMs: raise it, or set controls.clock`);
}

async function play(trial: Trial): Promise<AnsweredDeliveries> {
  const { create } = contactTypes(trial);
  const [company] = trial.target.companies;
  const elsewhere = await trial.bench.webhooks.open(trial);
  const refusal = { status: 500 };
  const refuse = (status: number): readonly Reply[] => [
    { status, ...(redirects.includes(status) && { headers: { Location: elsewhere.url } }) },
    { status: 204 },
  ];
  const replies = {
    confirming: confirmations.map((status) => ({ name: String(status), replies: [{ status }] as const })),
    refusing: refusals.map((status) => ({ name: String(status), replies: refuse(status) })),
    silent: [
      { name: 'a reset connection', replies: ['reset', { status: 204 }] as const },
      { name: 'a connection that says nothing', replies: ['silence', { status: 204 }] as const },
    ],
    endless: [
      { name: 'a refusing receiver', replies: [refusal] },
      { name: 'a resetting receiver', replies: ['reset'] as const },
    ],
    confirmedAt: [
      { name: 'the second attempt', replies: [refusal, { status: 200 }, refusal], attempt: 2 },
      { name: 'the third attempt', replies: [refusal, refusal, { status: 204 }, refusal], attempt: 3 },
    ],
  };
  const hooks: Hook[] = [];
  const listen = async <T extends { readonly name: string; readonly replies: readonly Reply[] }>(
    answering: readonly T[],
  ): Promise<readonly (T & { hook: Hook })[]> => {
    const made: (T & { hook: Hook })[] = [];
    for (const one of answering) {
      const hook = await trial.bench.webhooks.create(trial, company, [create], { script: inTurn(one.replies) });
      hooks.push(hook);
      made.push({ ...one, hook });
    }
    return made;
  };
  const groups = {
    confirming: await listen(replies.confirming),
    refusing: await listen(replies.refusing),
    silent: await listen(replies.silent),
    endless: await listen(replies.endless),
    confirmedAt: await listen(replies.confirmedAt),
  };
  const contact = await createContact(trial, company);
  const attemptsOf = (hook: Hook): readonly Delivery[] => arrivalsOf(hook, create, contact).map(({ delivery }) => delivery);
  for (const hook of hooks) await awaitDeliveries(trial, hook, () => attemptsOf(hook).length > 0);
  const retried = [...groups.refusing, ...groups.silent];
  const complete = await followRetries(trial, hooks, attemptsOf, () => retried.every(({ hook }) => attemptsOf(hook).length > 1));
  const heard = <T extends { readonly name: string; readonly hook: Hook }>(made: readonly T[]): readonly (T & Listener)[] =>
    made.map((one) => ({ ...one, attempts: () => attemptsOf(one.hook) }));
  return {
    confirming: heard(groups.confirming),
    refusing: heard(groups.refusing),
    silent: heard(groups.silent),
    endless: heard(groups.endless),
    confirmedAt: heard(groups.confirmedAt),
    elsewhere: elsewhere.endpoint,
    complete,
  };
}

/** The answer to the n-th attempt at an event; the last one goes on for ever. */
function inTurn(replies: readonly Reply[]): Script {
  const attempts = new Map<string, number>();
  return (_attempt, delivery) => {
    const guid = String(eventoOf(delivery)?.eventGuid);
    const attempt = attempts.get(guid) ?? 0;
    attempts.set(guid, attempt + 1);
    return replies[Math.min(attempt, replies.length - 1)] ?? { status: 204 };
  };
}

/** Lets retries come: by moves of the target's clock, or in real time as far as the configuration allows. */
async function followRetries(
  trial: Trial,
  hooks: readonly Hook[],
  attemptsOf: (hook: Hook) => readonly Delivery[],
  due: () => boolean,
): Promise<boolean> {
  const { clock } = trial.bench;
  const { quietMs, retryWithinMs } = trial.target.timing;
  const total = (): number => hooks.reduce((sum, hook) => sum + attemptsOf(hook).length, 0);
  if (clock === undefined) {
    const deadline = Date.now() + retryWithinMs;
    while (Date.now() < deadline) await settled(hooks, total, Math.min(quietMs, deadline - Date.now()));
    return false;
  }
  for (let move = 0; move <= moves; move += 1) {
    await settled(hooks, total, Math.min(quietMs, betweenMovesMs));
    await clock.advance(moveMs);
  }
  // A connection that is silent for a while, or a target that looks seldom, is given time before anything is said to be missing.
  const deadline = Date.now() + patienceMs;
  while (!due() && Date.now() < deadline) await settled(hooks, total, betweenMovesMs);
  await clock.advance(moveMs);
  await settled(hooks, total, quietMs);
  return true;
}

/** Waits until the count of attempts has stayed the same for the time. */
async function settled(hooks: readonly Hook[], total: () => number, quietMs: number): Promise<void> {
  for (;;) {
    const seen = total();
    await Promise.race(hooks.map(({ endpoint }) => endpoint.until(() => total() !== seen, quietMs)));
    if (total() === seen) return;
  }
}
