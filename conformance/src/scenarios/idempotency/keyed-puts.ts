import type { Trial } from '../../engine/trial.ts';
import { acceptsPut, type GuardedKind, webhook } from '../concurrency/guarded.ts';
import { anyContact } from '../concurrency/guarded-contact.ts';
import { unlessAbsent } from '../unless-absent.ts';

/** What is changed by PUT, which takes a key as POST does: webhooks, and contacts where the target changes them. */
export async function keyedPuts(trial: Trial): Promise<readonly [GuardedKind, ...GuardedKind[]]> {
  if (trial.target.surface.anagraficaPut === null) return [webhook];
  const contact = await unlessAbsent(trial, 'contacts', async () => {
    await acceptsPut(trial, anyContact);
    return anyContact;
  });
  return contact === undefined ? [webhook] : [webhook, contact];
}
