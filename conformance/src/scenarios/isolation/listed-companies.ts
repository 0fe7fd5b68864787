import { idOf } from '../../api/identity.ts';
import { readList, unreadable } from '../../api/listing.ts';
import { limited } from '../../api/paging.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Answer, Call } from '../../model/exchange.ts';
import { type JsonObject, memberOf } from '../../model/json.ts';
import type { Company } from '../../model/target.ts';
import { Inconclusive } from '../../model/verdict.ts';
import { asOtherUser } from '../as-other-user.ts';

/** What the list of companies shows under one license key. */
export interface ListedCompanies {
  readonly entries: readonly JsonObject[];
  readonly ids: ReadonlySet<string>;
  /** Whether it was read to its end. */
  readonly complete: boolean;
  /** The first page. */
  readonly answer: Answer;
}

/** The identifier in an entry of the list, under its configured name or another telling one. */
export function companyIdOf({ target }: CheckContext, entry: JsonObject): string | undefined {
  const id = memberOf(entry, target.surface.companyId) ?? idOf(entry, 'azienda') ?? idOf(entry, 'company');
  return id === undefined || id === null ? undefined : String(id);
}

/**
 * The companies that are listed under the license key of one.
 * @param send sends the call for the first page; later pages are requested as they are
 * @param pageEntries how many entries to request per page; by default the target chooses
 * @throws Inconclusive if the company's id is there, but in a shape that the suite cannot read or under a name that is not configured
 */
export async function listedCompanies(
  context: CheckContext,
  company: Company,
  send: CheckContext['send'],
  pageEntries?: number,
): Promise<ListedCompanies> {
  const pages: Answer[] = [];
  const whole = (await context.api()).call('listAzienda', { company });
  const call = pageEntries === undefined ? whole : limited(whole, pageEntries);
  const ask: CheckContext['send'] = async (page) => {
    const answer = await (pages.length === 0 ? send(page) : context.send(page));
    pages.push(answer);
    return answer;
  };
  const list = await readList(call, ask, context.target.surface.companyId);
  const [answer = { status: 0, rawHeaders: [], body: '' }] = pages;
  if (list === undefined && holds(answer, company)) throw new Inconclusive(unreadable('listAzienda'));
  const other = list?.entries.flatMap((entry) => (companyIdOf(context, entry) === undefined ? otherNameOf(company, entry) : []))[0];
  if (other !== undefined)
    throw new Inconclusive(`the listed companies seem to carry their identifiers as "${other}": set surface.companyId to that`);
  const { entries, complete } = list ?? { entries: [], complete: true };
  return { entries, ids: new Set(entries.flatMap((entry) => companyIdOf(context, entry) ?? [])), complete, answer };
}

/** Whether the identifier occurs anywhere in an answer, as a word of its own. */
function holds({ body }: Answer, { id }: Company): boolean {
  return body.split(/[^\w-]+/).includes(id);
}

/** The members of an entry that hold the company's id, whatever their names. */
function otherNameOf({ id }: Company, entry: JsonObject): readonly string[] {
  return Object.keys(entry).filter((name) => String(entry[name]) === id);
}

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
