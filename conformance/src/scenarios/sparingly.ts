import { createsForGood } from '../api/requests.ts';
import type { CheckContext } from '../model/check-context.ts';

/** Whether contacts cannot be deleted, so that a rule creates only as many as it needs. */
export function isSparing(context: CheckContext): boolean {
  return createsForGood(context, 'createAnagrafica');
}

/** The contacts of a case, or only those that it needs if contacts cannot be deleted. */
export function sparingly<T>(context: CheckContext, contacts: readonly T[], needed = 1): readonly T[] {
  return isSparing(context) ? contacts.slice(0, needed) : contacts;
}
