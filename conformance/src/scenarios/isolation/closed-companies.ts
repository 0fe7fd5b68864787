import { readList } from '../../api/listing.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Call } from '../../model/exchange.ts';
import type { Company } from '../../model/target.ts';
import { asOtherUser } from '../as-other-user.ts';
import { companyIdOf, listedCompanies } from './listed-companies.ts';

/** Companies of the user that the target's other user has no access to, and how that user sends a call. */
export interface ClosedCompanies {
  readonly companies: readonly Company[];
  readonly asOther: (call: Call) => Call;
}

/** Undefined if there is no other user, or if the list of companies does not show which belong to whom. */
export async function closedCompanies(context: CheckContext): Promise<ClosedCompanies | undefined> {
  const [first, ...others] = context.target.companies;
  if (others.length === 0) return undefined;
  const asOther = await asOtherUser(context);
  if (asOther === undefined) return undefined;
  // If a list shows only the company of the license key, the user's own list lacks the others too.
  const own = await listedCompanies(context, first, (call) => context.send(call));
  const call = (await context.api()).call('listAzienda', { company: first });
  const list = await readList(asOther(call), (page) => context.send(page), context.target.surface.companyId);
  const theirs = new Set(list?.entries.map((entry) => companyIdOf(context, entry)));
  if (list?.complete !== true || !theirs.has(first.id)) return undefined;
  const companies = others.filter(({ id }) => own.ids.has(id) && !theirs.has(id));
  return companies.length === 0 ? undefined : { companies, asOther };
}
