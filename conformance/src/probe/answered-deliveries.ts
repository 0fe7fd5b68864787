import type { Company } from '../config/target.ts';
import type { Delivery } from '../receiver/delivery.ts';
import { eventoOf } from '../receiver/delivery.ts';
import type { Reply, Script } from '../receiver/endpoint.ts';
import type { Trial } from '../run/trial.ts';
import { Inconclusive } from '../run/verdict.ts';
import { awaitDeliveries, type Hook } from '../target/webhooks.ts';
import { arrivalsOf, type Contact, contactTypes, createContact } from './contact-life.ts';

/** A webhook whose attempts for one event are answered by a script. */
export interface Listener {
  readonly name: string;
  readonly hook: Hook;
  readonly contact: Contact;
  /** The attempts to deliver that event so far. */
  readonly attempts: () => readonly Delivery[];
}

const hourMs = 3_600_000;
/** Further than any retry waits: one move makes the next retry of everything due. */
const moveMs = 12 * hourMs;
/** Real time for what is due to arrive after a move of the clock. */
const afterMoveMs = 1_500;

/** The answer of the n-th attempt at one event, counted from 0; the last one goes on for ever. */
export function inTurn(...replies: readonly Reply[]): (attempt: number) => Reply {
  return (attempt) => replies[Math.min(attempt, replies.length - 1)] ?? { status: 204 };
}

/**
 * Creates a webhook for each script, then one contact: its Create event goes to all of them.
 * @throws Inconclusive when one of them gets nothing at all.
 */
export async function listeners(
  trial: Trial,
  company: Company,
  replies: Readonly<Record<string, (attempt: number) => Reply>>,
): Promise<readonly Listener[]> {
  const { create } = contactTypes(trial);
  const hooks: { readonly name: string; readonly hook: Hook }[] = [];
  for (const [name, reply] of Object.entries(replies)) {
    const attempts = new Map<string, number>();
    const script: Script = (_attempt, delivery) => {
      const guid = String(eventoOf(delivery)?.eventGuid);
      const attempt = attempts.get(guid) ?? 0;
      attempts.set(guid, attempt + 1);
      return reply(attempt);
    };
    hooks.push({ name, hook: await trial.bench.webhooks.create(trial, company, [create], { script }) });
  }
  const contact = await createContact(trial, company);
  const made = hooks.map(({ name, hook }) => ({
    name,
    hook,
    contact,
    attempts: () => arrivalsOf(hook, create, contact).map(({ delivery }) => delivery),
  }));
  for (const { hook, attempts } of made) await awaitDeliveries(trial, hook, () => attempts().length > 0);
  return made;
}

/**
 * Gives retries the time to come: moves the target's clock past any wait where there is one, else waits for real. Ends as soon as `enough`.
 * @returns whether it is enough.
 */
export async function letRetriesCome(trial: Trial, listening: readonly Listener[], enough: () => boolean): Promise<boolean> {
  const { clock } = trial.bench;
  const anyOf = async (withinMs: number): Promise<boolean> => {
    const deadline = Date.now() + withinMs;
    while (!enough() && Date.now() < deadline) {
      const waiting = listening.map(({ hook }) => hook.endpoint.until(enough, deadline - Date.now()));
      await Promise.race(waiting);
    }
    return enough();
  };
  if (clock === undefined) return await anyOf(trial.target.timing.retryWithinMs);
  if (await anyOf(trial.target.timing.quietMs)) return true;
  await clock.advance(moveMs);
  return await anyOf(afterMoveMs);
}

/** How often each listener had its event by now. */
export function counts(listening: readonly Listener[]): readonly number[] {
  return listening.map(({ attempts }) => attempts().length);
}

/** @throws Inconclusive where time cannot be moved and real time showed too little. */
export function tooEarly(what: string): Inconclusive {
  return new Inconclusive(`${what} within timing.retryWithinMs: raise it, or set controls.clock`);
}
