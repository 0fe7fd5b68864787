import type { Trial } from '../../engine/trial.ts';
import type { Company } from '../../model/target.ts';
import { type Delivery, eventoOf } from '../../receiver/delivery.ts';
import type { Script } from '../../receiver/endpoint.ts';
import type { SideDoor } from '../../receiver/side-door.ts';
import { unlessRefused } from '../refusals/refusal.ts';
import type { Hook } from '../webhooks/webhooks.ts';
import type { Occasion } from './delivery-occasion.ts';

/** A webhook whose first attempt reaches nobody, and the later ones. */
export interface Unreachable {
  readonly name: string;
  readonly hook: Hook;
  readonly later: readonly Delivery[];
}

/** Webhooks behind ports of their own: at one nobody listens, at the other the first connection is broken off. */
export interface ShutDoors {
  /** Lets attempts in. Answers the webhooks of which it is known that a first attempt was lost. @param retried whether retries came already */
  readonly reopen: (retried: () => boolean) => Promise<readonly Unreachable[]>;
}

/** None where the receiver has one port alone, or the target takes no other. */
export async function shutDoors(trial: Trial, company: Company, occasion: Occasion): Promise<ShutDoors> {
  const refusing = await doorOf(trial, company, occasion);
  const breaking = refusing && (await doorOf(trial, company, occasion));
  if (refusing === undefined || breaking === undefined) return { reopen: async () => [] };
  await refusing.door.shut();
  breaking.door.breakNext();
  return {
    reopen: async (retried) => {
      const listens = await refusing.door.reopen();
      // Through a port that nobody reaches nothing can be seen.
      if (breaking.door.connections === 0) return [];
      const broken = { ...breaking, name: 'a connection that is reset before it is secured' };
      // A target that retries at once may have spent its retries.
      return retried() || !listens ? [broken] : [broken, { ...refusing, name: 'a connection that is refused' }];
    },
  };
}

interface Door extends Omit<Unreachable, 'name'> {
  readonly door: SideDoor;
}

async function doorOf(trial: Trial, company: Company, occasion: Occasion): Promise<Door | undefined> {
  const { webhooks } = trial.bench;
  const later: Delivery[] = [];
  const script: Script = (_attempt, delivery) => {
    const evento = eventoOf(delivery);
    if (evento && occasion.is(evento)) later.push(delivery);
    return { status: 204 };
  };
  const opened = await webhooks.openAside(trial, script);
  const hook = opened && (await unlessRefused(webhooks.create(trial, company, [occasion.type()], { at: opened })));
  return hook && { door: opened.door, hook, later };
}
