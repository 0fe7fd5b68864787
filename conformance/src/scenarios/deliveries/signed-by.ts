import type { Trial } from '../../engine/trial.ts';
import type { Delivery } from '../../receiver/delivery.ts';
import { isSignedWith } from '../../receiver/signature.ts';
import { signature } from '../events/judged-deliveries.ts';

/** Whether a delivery verifies with a secret; undefined where it is not signed at all, which SIG-01 judges. */
export function isSignedBy(trial: Trial, secret: string, delivery: Delivery): boolean | undefined {
  const parts = signature(trial, delivery);
  const [timestamp] = parts?.timestamps ?? [];
  if (parts === undefined || timestamp === undefined || parts.signatures.length === 0) return undefined;
  return isSignedWith(secret, timestamp, delivery.body, parts.signatures);
}
