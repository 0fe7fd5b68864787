import type { CheckContext } from '../../model/check-context.ts';
import { acceptsPut, webhook } from '../concurrency/guarded.ts';
import { anyObject } from '../concurrency/guarded-object.ts';
import type { GuardedKind } from '../concurrency/guarded-state.ts';
import { unlessAbsent } from '../unless-absent.ts';

/** What is changed by PUT, which takes a key as POST does: webhooks, and contacts where the target changes them; or one of the two. */
export async function keyedPuts(context: CheckContext): Promise<readonly GuardedKind[]> {
  if (context.target.surface.anagraficaPut === null) return [webhook];
  const contact = await unlessAbsent(context, 'contacts', async () => {
    const anyContact = anyObject('Anagrafica');
    await acceptsPut(context, anyContact);
    return anyContact;
  });
  return contact === undefined ? [webhook] : context.some([webhook, contact]);
}
