import { ConfigurationError } from '../../model/configuration-error.ts';
import type { Answer } from '../../model/exchange.ts';
import type { OutgoingDelivery } from '../../model/receiver-context.ts';
import { Inconclusive } from '../../model/verdict.ts';
import { reach } from '../reach.ts';
import { deliveryCall } from './delivery-call.ts';
import { readEffects } from './effects.ts';
import type { ReceiverRun } from './receiver-run.ts';

/** Makes sure that the receiver answers, and that its effects can be read. The rules judge its answers. @throws ConfigurationError */
export async function receiverPreflight(run: ReceiverRun, delivery: OutgoingDelivery): Promise<void> {
  await reachReceiver(run, delivery);
  await checkEffects(run);
}

/** The receiver's answer to a correct delivery. @throws ConfigurationError if no answer comes */
export async function reachReceiver(run: ReceiverRun, delivery: OutgoingDelivery): Promise<Answer> {
  const { url } = run.target;
  const send = (call: Parameters<typeof run.driver.send>[0]): Promise<Answer> =>
    run.driver.send(call, (exchange) => run.observe?.('preflight', exchange));
  return await reach(send, deliveryCall(run.target, delivery), { setting: 'target', url, peer: 'receiver', caSetting: 'caFile' });
}

/** The number of processed events; undefined if no `effects` are configured. @throws ConfigurationError */
export async function checkEffects(run: ReceiverRun): Promise<number | undefined> {
  const { effects } = run.target;
  try {
    return effects && (await readEffects(effects, run)).size;
  } catch (error) {
    if (!(error instanceof Inconclusive)) throw error;
    throw new ConfigurationError(`${error.message}; correct it, or leave it out.`);
  }
}
