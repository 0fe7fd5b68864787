import type { Delivery } from '../receiver/delivery.ts';
import { type SignatureElements, signatureOf } from '../receiver/signature.ts';
import type { Trial } from '../run/trial.ts';
import { headerNames } from '../target/header-names.ts';
import type { Hook } from '../target/webhooks.ts';
import { deliveryScene } from './retried-delivery.ts';

/** Deliveries of one webhook that are looked at, at most. */
const mostPerHook = 200;

/** Every delivery of the run so far, the retried ones among them: each must be signed. */
export async function judgedDeliveries(trial: Trial): Promise<readonly { readonly hook: Hook; readonly delivery: Delivery }[]> {
  await deliveryScene(trial);
  return trial.bench.webhooks.hooks.flatMap((hook) =>
    hook.endpoint.deliveries.slice(0, mostPerHook).map((delivery) => ({ hook, delivery })),
  );
}

/** The signature of a delivery; undefined, without a judgement, where SIG-01 finds none. */
export function signature(trial: Trial, delivery: Delivery): SignatureElements | undefined {
  return signatureOf(delivery, headerNames(trial.target.service.headerWord).signature);
}
