import { headerNames } from '../../api/header-names.ts';
import type { Trial } from '../../engine/trial.ts';
import { Inconclusive, Skip } from '../../model/verdict.ts';
import { type Delivery, isLook } from '../../receiver/delivery.ts';
import { type SignatureElements, signatureOf } from '../../receiver/signature.ts';
import { retriedDeliveries } from '../retries/retried-delivery.ts';
import { type Hook, noDelivery } from '../webhooks/webhooks.ts';
import { eventScene } from './event-scene.ts';

/** Deliveries of one webhook that are looked at, at most. */
const mostPerHook = 200;

/** Every delivery of the run so far, retried ones and every type of event among them: each must be signed. @throws Inconclusive when there is none. */
export async function judgedDeliveries(trial: Trial): Promise<readonly { readonly hook: Hook; readonly delivery: Delivery }[]> {
  await retriedDeliveries(trial);
  await listening(trial);
  const { hooks } = trial.bench.webhooks;
  // Which of two webhooks with one Url a delivery is for, its signature alone would tell.
  const shared = new Set(hooks.map(({ endpoint }) => endpoint).filter((endpoint, index, all) => all.indexOf(endpoint) !== index));
  const alone = hooks.filter(({ endpoint }) => !shared.has(endpoint));
  const all = alone.flatMap((hook) =>
    hook.endpoint.deliveries
      .filter((delivery) => !isLook(delivery))
      .slice(0, mostPerHook)
      .map((delivery) => ({ hook, delivery })),
  );
  if (all.length === 0) throw new Inconclusive(noDelivery(trial));
  return all;
}

/** The signature of a delivery; undefined, without a judgement, where SIG-01 finds none. */
export function signature(trial: Trial, delivery: Delivery): SignatureElements | undefined {
  return signatureOf(delivery, headerNames(trial.target.service.headerWord).signature);
}

/** The webhooks that heard of every type of event; none where nothing came to them. */
export async function listening(trial: Trial): Promise<readonly Hook[]> {
  try {
    return (await eventScene(trial)).listeners.map(({ hook }) => hook);
  } catch (error) {
    if (error instanceof Inconclusive || error instanceof Skip) return [];
    throw error;
  }
}
