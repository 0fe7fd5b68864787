import { limited, nextPage } from '../../api/paging.ts';
import { operations } from '../../generated/operations.ts';
import { isSuccess } from '../../http/answer.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Call } from '../../model/exchange.ts';
import { asOtherUser } from '../as-other-user.ts';
import { firstUse } from '../idempotency/use.ts';
import { oncePerRunFor } from '../once-per-run.ts';
import { canCreate } from '../operations/available-object.ts';
import { createObject } from '../operations/creation.ts';
import { type PreparedOperation, preparedOperations, renewed, scopedOperations } from './prepared-operation.ts';
import { judgeRefusals, type Refusal } from './refusal.ts';

/** So many operations of each further company: tokens, and most checks of a service, do not depend on the company. */
const SHARE = 6;

/** The fewest objects that fill two pages of one each. */
const LEAST_OBJECTS = 2;

export type Place = 'heads' | 'later pages' | 'replays' | 'other companies' | 'another user';

/** Where a refusal is tried, too, because a service may check the usual requests only. Those that the target does not accept are left out. */
const places: Readonly<Record<Place, (context: CheckContext) => Promise<readonly PreparedOperation[]>>> = {
  heads: (context) => acceptedIn(context, 'HEAD', acceptedHead),
  'later pages': (context) => acceptedIn(context, 'a later page', laterPage),
  // A stored answer must not bypass the checks.
  replays: (context) => acceptedIn(context, 'a used key', keyedUse),
  'other companies': async (context) =>
    context.target.companies.slice(1).flatMap((company) => context.some(scopedOperations(context, company), SHARE)),
  // A user with one company must meet the same demands as one with several.
  'another user': operationsOfOther,
};

/** Judges a refusal in other places than the usual requests of the first company. */
export async function judgeElsewhere(
  context: CheckContext,
  refusal: Refusal,
  where: readonly Place[],
  isBound: (operation: PreparedOperation) => boolean = () => true,
): Promise<void> {
  for (const place of where) {
    const candidates = (await places[place](context)).filter(isBound);
    if (candidates.length > 0) await judgeRefusals(context, candidates, refusal);
  }
}

/** Finds a call of an operation that the target accepts, the control of every refusal. Undefined if there is none. */
type Finding = (context: CheckContext, candidate: PreparedOperation) => Promise<Call | undefined>;

const acceptedCall = oncePerRunFor<
  { readonly candidate: PreparedOperation; readonly place: string; readonly find: Finding },
  Call | undefined
>(
  ({ candidate: { operation }, place }) => `${operation} ${place}`,
  async (context, { candidate, find }) => await find(context, candidate),
);

/** The operations of the first company that accept such a call. None at a quick budget. */
async function acceptedIn(context: CheckContext, place: string, find: Finding): Promise<readonly PreparedOperation[]> {
  if (context.isQuick) return [];
  const accepted: PreparedOperation[] = [];
  for (const candidate of preparedOperations(context, context.target.companies[0])) {
    const found = await context.part(`${candidate.operation} (${place})`, () => acceptedCall(context, { candidate, place, find }));
    if (found === undefined) continue;
    // What another rule asked the head of may be gone.
    const again = async (): Promise<Call> => (found.method === 'HEAD' ? await headOf(candidate) : await renewed(context, found));
    accepted.push({ ...candidate, place, prepare: again, prepareRefused: again, control: async () => undefined });
  }
  return accepted;
}

/** A target need not serve HEAD. */
async function acceptedHead(context: CheckContext, candidate: PreparedOperation): Promise<Call | undefined> {
  if (operations[candidate.operation].method !== 'GET') return undefined;
  const head = await headOf(candidate);
  return isSuccess(await context.send(head)) ? head : undefined;
}

async function headOf({ prepareRefused }: PreparedOperation): Promise<Call> {
  return { ...(await prepareRefused()), method: 'HEAD' };
}

async function keyedUse(context: CheckContext, { operation, one }: PreparedOperation): Promise<Call | undefined> {
  return operations[operation].acceptsKey ? (await firstUse(context, one)).call : undefined;
}

/** The second page of a list. A list of one page gets more entries first. */
async function laterPage(context: CheckContext, { one }: PreparedOperation): Promise<Call | undefined> {
  const { kind, resource } = one.effect;
  if (kind !== 'list') return undefined;
  const first = limited((await one.prepare()).call, 1);
  const next = async (): Promise<Call | undefined> => nextPage(first, await context.send(first));
  let page = await next();
  if (page === undefined && canCreate(context, resource)) {
    for (let made = 0; made < LEAST_OBJECTS; made += 1) await createObject(context, resource, one.company);
    page = await next();
  }
  return page !== undefined && isSuccess(await context.send(page)) ? page : undefined;
}

/** Calls of the target's other user in the company that both share. None without such a user, or if the user is not let in. */
async function operationsOfOther(context: CheckContext): Promise<readonly PreparedOperation[]> {
  const [company] = context.target.companies;
  const asOther = await context.part('the refusals of another user', { from: 'standard' }, () => asOtherUser(context));
  if (asOther === undefined || !isSuccess(await context.send(asOther((await context.api()).call('listAzienda', { company }))))) return [];
  return preparedOperations(context, company).map((candidate) => ({
    ...candidate,
    place: 'another user',
    prepareRefused: async () => asOther(await candidate.prepareRefused()),
  }));
}
