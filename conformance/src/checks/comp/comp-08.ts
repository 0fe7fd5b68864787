import { readList } from '../../api/listing.ts';
import { limited } from '../../api/paging.ts';
import { isServed } from '../../api/requests.ts';
import { PAGE_ENTRIES_MAX } from '../../generated/limits.ts';
import type { OperationId } from '../../generated/operations.ts';
import { effects, type Resource, resources } from '../../generated/resources.ts';
import { isSuccess } from '../../http/answer.ts';
import { type Check, check } from '../../model/check.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Answer, Call } from '../../model/exchange.ts';
import type { Company } from '../../model/target.ts';
import { Inconclusive } from '../../model/verdict.ts';
import { asOtherUser } from '../../scenarios/as-other-user.ts';
import { canCreate, createShownObject, newObjectAfter } from '../../scenarios/operations/available-object.ts';
import { createObject } from '../../scenarios/operations/creation.ts';
import { judgeDeletedByOther } from '../../scenarios/operations/deleted-by-other.ts';
import { readPages } from '../../scenarios/operations/list-pages.ts';
import { boundOperations, operationCases } from '../../scenarios/operations/operation-case.ts';
import { judgeOtherCompanies, judgeOtherKinds } from '../../scenarios/operations/other-kinds.ts';
import { identifierIn, remembered } from '../../scenarios/operations/stored-object.ts';
import { type PreparedOperation, preparedOperations } from '../../scenarios/refusals/prepared-operation.ts';
import { acceptedCall } from '../../scenarios/refusals/refusal.ts';
import { trySome } from '../../scenarios/try-some.ts';
import { withSubject } from '../../scenarios/values/spoiled-calls.ts';

/** Identifiers that no object has, of each kind that the contract knows. */
const ABSENT_NUMBERS = ['1000000007', '2000000011'];
const ABSENT_GUIDS = ['00000000-0000-4000-8000-000000000007', 'ffffffff-ffff-4fff-bfff-ffffffffffff'];

/** COMP-08: an object that does not exist answers 404, and a deleted one is no longer listed. */
export const comp08: Check = check('COMP-08', { isolation: 'shared', weight: 3 }, async (context) => {
  for (const [index, company] of context.target.companies.entries()) {
    const bound = new Set(boundOperations(context, company).map(({ operation }) => operation));
    // Operations on an object that the path names.
    const candidates = preparedOperations(context, company).filter(({ operation, configuration }) => {
      const isNew = index === 0 || !configuration;
      return isNew && bound.has(operation);
    });
    await trySome(context, candidates, (candidate) => judgeAbsent(context, candidate, index === 0 && !context.isQuick));
    for (const resource of Object.values(resources)) if (index === 0) await judgeDeleted(context, resource, company);
  }
  for (const resource of Object.values(resources))
    await context.part(resource.name, { from: 'standard' }, () => judgeDeletedByOther(context, resource, context.target.companies[0]));
  for (const resource of Object.values(resources))
    await context.part(`${resource.name} that another user cannot see`, { from: 'standard' }, () =>
      judgeHiddenFromOther(context, resource),
    );
  await context.part('identifiers of other kinds of objects', { from: 'standard' }, () => judgeOtherKinds(context));
  await context.part('identifiers of another company', { from: 'standard' }, () => judgeOtherCompanies(context));
  await context.part('objects that are read before they exist', { from: 'standard' }, () => judgeAskedBefore(context));
  if (context.judgements === 0) throw new Inconclusive('the target accepts no request for an object that exists');
});

/** The control is the same request for an object that exists. @param isNear whether ids that resemble its own are tried, too */
async function judgeAbsent(context: CheckContext, candidate: PreparedOperation, isNear: boolean): Promise<boolean> {
  const what = `${candidate.operation} of an object that exists`;
  const call = await context.part(what, () => acceptedCall(candidate));
  if (call === undefined) return false;
  const { subject } = call;
  if (subject === undefined) return false;
  for (const id of context.some(/^-?\d+$/.test(subject) ? ABSENT_NUMBERS : ABSENT_GUIDS, 1)) {
    const answer = await context.sendJudged(withSubject(call, subject, id), '404');
    context.judge(answer.status === 404, {
      message: `${candidate.operation} of an object that does not exist must answer 404.`,
      expected: '404',
      actual: String(answer.status),
    });
  }
  if (isNear) await lookAt(context, candidate, subject);
  for (const id of isNear ? nearIds(subject) : []) await judgeNotTaken(context, candidate.operation, withSubject(call, subject, id));
  return true;
}

/** A pattern may find the object that was used last. For an act that works once, that must not be the one that its control used up. */
async function lookAt(context: CheckContext, { operation }: PreparedOperation, id: string): Promise<void> {
  const effect = effects[operation];
  const read = effect?.once && resources[effect.resource].operations.read;
  const [company] = context.target.companies;
  if (read !== undefined && isServed(context, read)) await context.send((await context.api()).call(read, { company, id }));
}

/** Identifiers that an integer overflow, a lenient parser or a database pattern takes for a known one. */
function nearIds(subject: string): readonly string[] {
  const near = [`${subject}x1y2`, '%25'];
  return /^\d+$/.test(subject) ? [String(BigInt(subject) + 2n ** 32n), ...near] : near;
}

/** A target need not recognise these as identifiers, so any refusal is right. */
async function judgeNotTaken(context: CheckContext, operation: string, call: Call): Promise<void> {
  const answer = await context.sendJudged(call, 'a refusal');
  context.judge(!isSuccess(answer), {
    message: `${operation} of an object that does not exist must be refused, even if its id resembles another one.`,
    expected: 'a refusal',
    actual: `${answer.status} of ${call.url}`,
  });
}

/** The control is another object, which the same list must show. */
async function judgeDeleted(context: CheckContext, resource: Resource, company: Company): Promise<void> {
  const { name, operations: own, company: isOfCompany } = resource;
  const { list, delete: remove } = own;
  if (!isOfCompany || list === undefined || remove === undefined || !canCreate(context, name)) return;
  if (!isServed(context, list) || !isServed(context, remove)) return;
  const [deleted, kept] = [await createShownObject(context, name, company), await createObject(context, name, company)];
  const api = await context.api();
  // A page that was read before the deletion must not show the object afterwards.
  const later = context.isQuick ? undefined : await laterPageWith(context, list, api.call(list, { company }), deleted.id);
  await context.prepare(api.call(remove, { company, id: deleted.id }));
  if (later !== undefined)
    context.judge(!(await readPages(context, list, later, 1))?.ids.includes(deleted.id), {
      message: `A later page of ${list} must not show what ${remove} deleted.`,
      expected: 'not listed',
      actual: 'listed',
    });
  const listed = await readList(api.call(list, { company }), (page) => context.send(page));
  const users = boundOperations(context, company).filter(({ effect: { resource, of = resource } }) => of === name);
  for (const { operation, callFor } of context.some(users)) {
    const answer = await context.sendJudged((await callFor(deleted)).call, '404');
    context.judge(answer.status === 404, {
      message: `${operation} of a deleted object must answer 404.`,
      expected: '404',
      actual: String(answer.status),
    });
  }
  const ids = new Set(listed?.entries.map((entry) => identifierIn(resource, entry)));
  if (!ids.has(kept.id)) return context.leaveUnjudged(`${list}: it does not list an object that exists`);
  context.judge(!ids.has(deleted.id), {
    message: `${list} must not show what ${remove} deleted.`,
    expected: 'not listed',
    actual: 'listed',
  });
}

/** Reads a list up to the page that begins with this object, and answers the call for that page; undefined if it is the first page. */
async function laterPageWith(context: CheckContext, operation: OperationId, list: Call, id: string): Promise<Call | undefined> {
  const place = (await readPages(context, operation, list))?.ids.indexOf(id) ?? -1;
  if (place < 1 || place > PAGE_ENTRIES_MAX) return undefined;
  const next = (await readPages(context, operation, limited(list, place), 1))?.next;
  const later = next && (await readPages(context, operation, next, 1));
  return later?.ids.includes(id) ? next : undefined;
}

/** Judges that another user who gets a 404 for an object cannot change it either (COMP-08). */
async function judgeHiddenFromOther(context: CheckContext, resource: Resource): Promise<void> {
  const { read } = resource.operations;
  if (read === undefined || !isServed(context, read) || !canCreate(context, resource.name)) return;
  const asOther = await asOtherUser(context);
  if (asOther === undefined) return;
  const [company] = context.target.companies;
  const object = await createShownObject(context, resource.name, company);
  const difference = await remembered(context, object);
  const answer = await context.send(asOther((await context.api()).call(read, { company, id: object.id })));
  if (difference === undefined || answer.status !== 404) return;
  const own = boundOperations(context, company).filter(({ effect }) => (effect.of ?? effect.resource) === resource.name);
  for (const { operation, callFor } of own.filter(({ effect: { kind } }) => kind === 'update' || kind === 'delete' || kind === 'act')) {
    const refused = await context.sendJudged(asOther((await callFor(object)).call), 'a refusal');
    context.judge(!isSuccess(refused), {
      message: `${operation} must be refused to another user to whom ${read} answers 404.`,
      expected: '404, like the GET',
      actual: String(refused.status),
    });
  }
  const changed = await difference();
  context.judge(changed === undefined, {
    message: `An object of ${resource.name} that does not exist for another user must stay as it is when they try to change it.`,
    expected: 'the object as it was',
    actual: changed ?? '',
  });
}

/**
 * Judges that what an act makes can be read even by a client that was told before that it does not exist (COMP-08). The control is an
 * object that nobody asked for before the act.
 */
async function judgeAskedBefore(context: CheckContext): Promise<void> {
  const [company] = context.target.companies;
  for (const { operation, effect, callFor } of boundOperations(context)) {
    const act = operationCases(context, company).find((one) => one.operation === effect.after);
    if (effect.kind !== 'read' || act === undefined) continue;
    const { after, of = act.effect.resource } = act.effect;
    const done = async (isAsked: boolean): Promise<Answer | undefined> => {
      const object = after === undefined ? await act.findObject() : await newObjectAfter(context, after, company);
      const { call } = await callFor(object);
      const early = isAsked ? await context.send(call) : undefined;
      context.judge(early === undefined || !isSuccess(early) || early.body.trim() !== '', {
        message: `${operation} must not answer with an empty body before ${act.operation} has made anything.`,
        expected: '404',
        actual: `${early?.status} without a body`,
      });
      if (isAsked && early?.status !== 404) return undefined;
      await context.prepare((await act.callFor(object)).call);
      return await context.send(call);
    };
    const control = await done(false);
    const asked = await done(true);
    if (control === undefined || asked === undefined || !isSuccess(control)) continue;
    context.judge(isSuccess(asked), {
      message: `What ${act.operation} makes of an object of ${of} must be readable even if somebody asked for it before it existed.`,
      expected: `2xx of ${operation}, as when nobody asked before`,
      actual: String(asked.status),
    });
  }
}
