import { randomUUID } from 'node:crypto';
import { runClientChecks } from '../engine/clients/run-client-checks.ts';
import { runReceiverChecks } from '../engine/receivers/run-receiver-checks.ts';
import { runChecks } from '../engine/run-checks.ts';
import { clientChecks } from '../generated/checks/client-registry.ts';
import { receiverChecks } from '../generated/checks/receiver-registry.ts';
import { checks } from '../generated/checks/registry.ts';
import type { ClientTarget } from '../model/client-context.ts';
import type { OutgoingDelivery, ReceiverTarget } from '../model/receiver-context.ts';
import type { ConformanceResult } from '../model/result.ts';
import { type RunOptions, requireUsable } from '../model/run-options.ts';
import type { Target } from '../model/target.ts';
import { exampleEvents } from '../sender/event.ts';
import { signedDelivery } from '../sender/signed-delivery.ts';

/**
 * Judges a service by its rules over HTTP.
 * @throws ConfigurationError if the target cannot be judged as configured
 * @example
 * const result = await runConformance(target, { rules: ['IDEM-*'], onEvent: (event) => console.log(event.type) });
 */
export async function runConformance(target: Target, options: RunOptions = {}): Promise<ConformanceResult> {
  requireUsable(options);
  return await runChecks(checks, target, options);
}

/**
 * Judges a client by its rules. For each scenario, it starts a scripted service and the client.
 * @throws ConfigurationError if the client cannot be judged as configured
 * @example
 * const result = await runClientConformance(parseClientTarget({ client: ['python3', 'client.py'] }));
 */
export async function runClientConformance(target: ClientTarget, options: RunOptions = {}): Promise<ConformanceResult> {
  requireUsable(options);
  return await runClientChecks(clientChecks, target, options);
}

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
