import { type Delivery, eventoOf } from '../receiver/delivery.ts';
import type { Endpoint, Reply, Script } from '../receiver/endpoint.ts';
import type { Bench, Trial } from '../run/trial.ts';
import { Inconclusive } from '../run/verdict.ts';
import { awaitDeliveries, type Hook } from '../target/webhooks.ts';
import { LostAnswer } from '../wire/driver.ts';
import { arrivalsOf, contactTypes, createContact, quietestCompany } from './contact-life.ts';

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
/** How long the silent connection is kept, real time. */
const silentForMs = 500;
/** Further than any retry waits: one move of the clock makes every next retry due. */
const moveMs = 12 * 3_600_000;
/** Moves of the clock at most: more than five retries need, and some for the connection that is silent for a while. */
const mostMoves = 20;
/** Beyond anything that may still be due, in the end. */
const lastMoveMs = 8 * moveMs;
/** Real time between retries that are due; what is missing then may come after the next move, or within the time that nothing must come in. */
const retriesComeMs = 150;
const patienceMs = 8_000;

const scenes = new WeakMap<Bench, Promise<AnsweredDeliveries>>();

/** Plays the scene once in a run. @throws Inconclusive when a webhook gets nothing at all. */
export function answeredDeliveries(trial: Trial): Promise<AnsweredDeliveries> {
  const known = scenes.get(trial.bench);
  if (known) return trial.rest(() => known);
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
  const company = quietestCompany(trial);
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
      { name: 'a connection that says nothing', replies: [{ silentForMs }, { status: 204 }] as const },
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
  const confirmedAfter = new Map<Hook, number>();
  const listen = async <T extends { readonly name: string; readonly replies: readonly Reply[] }>(
    answering: readonly T[],
  ): Promise<readonly (T & { hook: Hook })[]> => {
    const made: (T & { hook: Hook })[] = [];
    for (const one of answering) {
      const hook = await trial.bench.webhooks.create(trial, company, [create], { script: inTurn(one.replies) });
      hooks.push(hook);
      const confirmation = one.replies.findIndex(
        (reply) => reply !== 'reset' && 'status' in reply && reply.status >= 200 && reply.status < 300,
      );
      if (confirmation >= 0) confirmedAfter.set(hook, confirmation + 1);
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
  const followed = {
    hooks,
    attemptsOf,
    isConfirmed: (hook: Hook) => attemptsOf(hook).length >= (confirmedAfter.get(hook) ?? Number.POSITIVE_INFINITY),
    due: () => retried.every(({ hook }) => attemptsOf(hook).length > 1),
  };
  const complete = trial.clock === undefined ? await waitForRetries(trial, followed) : await moveToRetries(trial, followed);
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

interface Followed {
  readonly hooks: readonly Hook[];
  readonly attemptsOf: (hook: Hook) => readonly Delivery[];
  readonly isConfirmed: (hook: Hook) => boolean;
  /** Whether every retry came that must come. */
  readonly due: () => boolean;
}

/** Lets retries come in real time, as far as the configuration allows. */
async function waitForRetries(trial: Trial, followed: Followed): Promise<boolean> {
  const { quietMs, retryWithinMs } = trial.target.timing;
  // The attempt that is answered by nothing ends last.
  const deadline = Date.now() + silentForMs + retryWithinMs;
  while (Date.now() < deadline) await settled(followed, Math.min(quietMs, deadline - Date.now()));
  return false;
}

/** Lets retries come by moves of the target's clock, until a move beyond all of them has brought none for as long as nothing must come. */
async function moveToRetries(trial: Trial, followed: Followed): Promise<boolean> {
  const { hooks, attemptsOf, isConfirmed, due } = followed;
  const counts = (): readonly number[] => hooks.map((hook) => attemptsOf(hook).length);
  const deadline = Date.now() + patienceMs;
  let going: readonly boolean[] = hooks.map(() => true);
  for (let move = 0; move < mostMoves || (!due() && Date.now() < deadline); move += 1) {
    const before = counts();
    const grown = (): readonly boolean[] => counts().map((count, index) => count > (before[index] ?? 0));
    const isLast = due() && !going.includes(true);
    await trial.advance(isLast ? lastMoveMs : moveMs);
    // What got an attempt from the last move may get one from this.
    const enough = (): boolean => {
      const grew = grown();
      return !isLast && hooks.every((hook, index) => grew[index] || !going[index] || isConfirmed(hook));
    };
    await trial.rest(() => settled(followed, isLast ? trial.target.timing.quietMs : retriesComeMs, enough));
    going = grown();
    if (isLast && !going.includes(true)) return true;
  }
  await trial.rest(() => settled(followed, trial.target.timing.quietMs));
  return true;
}

/** Waits until the count of attempts has stayed the same for the time, or there is no more to wait for. */
async function settled({ hooks, attemptsOf }: Followed, quietMs: number, enough: () => boolean = () => false): Promise<void> {
  const total = (): number => hooks.reduce((sum, hook) => sum + attemptsOf(hook).length, 0);
  while (!enough()) {
    const seen = total();
    await Promise.race(hooks.map(({ endpoint }) => endpoint.until(() => total() !== seen, quietMs)));
    if (total() === seen) return;
  }
}
