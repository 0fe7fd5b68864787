import { createsForGood } from '../api/requests.ts';
import type { CheckContext } from '../model/check-context.ts';

/** Whether nobody can remove a contact: no more of them are created than a rule needs. */
export function isSparing(context: CheckContext): boolean {
  return createsForGood(context, 'createAnagrafica');
}

/** Of the contacts that a case is made of, those that it needs at least where they stay. */
export function sparingly<T>(context: CheckContext, contacts: readonly T[], needed = 1): readonly T[] {
  return isSparing(context) ? contacts.slice(0, needed) : contacts;
}
