import { randomUUID } from 'node:crypto';
import { runReceiverChecks } from '../engine/receivers/run-receiver-checks.ts';
import { receiverChecks } from '../generated/checks/receiver-registry.ts';
import type { OutgoingDelivery, ReceiverTarget } from '../model/receiver-context.ts';
import type { ConformanceResult } from '../model/result.ts';
import { type RunOptions, requireUsable } from '../model/run-options.ts';
import { exampleEvents } from '../sender/event.ts';
import { signedDelivery } from '../sender/signed-delivery.ts';

/**
 * Judges a receiver of webhooks by its rules over HTTP.
 * @throws ConfigurationError if the receiver cannot be judged as configured
 * @example
 * const result = await runReceiverConformance(parseReceiverTarget({ target: 'http://127.0.0.1:8080/', secret: 'whsec_...' }));
 */
export async function runReceiverConformance(target: ReceiverTarget, options: RunOptions = {}): Promise<ConformanceResult> {
  requireUsable(options);
  return await runReceiverChecks(receiverChecks, firstDelivery, target, options);
}

/** A correct delivery, the first that a receiver gets. */
export function firstDelivery({ secret }: ReceiverTarget): OutgoingDelivery {
  const [event] = exampleEvents;
  if (event === undefined) throw new Error('the contract has no event');
  return signedDelivery(secret, event, randomUUID());
}
