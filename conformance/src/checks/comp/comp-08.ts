import { readList } from '../../api/listing.ts';
import { limited } from '../../api/paging.ts';
import { servedOf } from '../../api/requests.ts';
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
import { canCreate, newObjectAfter } from '../../scenarios/operations/available-object.ts';
import { createObject } from '../../scenarios/operations/creation.ts';
import { readPages } from '../../scenarios/operations/list-pages.ts';
import { boundOperations, change, operationCases } from '../../scenarios/operations/operation-case.ts';
import { callOn, identifierIn, shownAgain, type Thing } from '../../scenarios/operations/thing.ts';
import { judgeUnknownObjects } from '../../scenarios/operations/unknown-objects.ts';
import { type PreparedOperation, preparedOperations } from '../../scenarios/refusals/prepared-operation.ts';
import { acceptedCall } from '../../scenarios/refusals/refusal.ts';
import { trySome } from '../../scenarios/try-some.ts';
import { withSubject } from '../../scenarios/values/spoiled-calls.ts';

/** Identifiers that no object has, of each kind that the contract knows. */
const ABSENT_NUMBERS = ['1000000007', '2000000011'];
const ABSENT_GUIDS = ['00000000-0000-4000-8000-000000000007', 'ffffffff-ffff-4fff-bfff-ffffffffffff'];

/** How a user sends calls. */
type Way = (call: Call) => Call;

const plainly: Way = (call) => call;

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
  }
  for (const resource of Object.values(resources)) await judgeDeleted(context, resource, context.target.companies[0]);
  await context.part('identifiers of other objects', { from: 'standard' }, () => judgeUnknownObjects(context));
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
    judgeAbsence(context, `${candidate.operation} of an object that does not exist`, answer);
  }
  if (isNear) await lookAt(context, candidate, subject);
  for (const id of isNear ? nearIds(subject) : []) await judgeNotTaken(context, candidate.operation, withSubject(call, subject, id));
  return true;
}

/** A pattern may find the object that was used last. For an act that works once, that must not be the one that its control used up. */
async function lookAt(context: CheckContext, { operation }: PreparedOperation, id: string): Promise<void> {
  const effect = effects[operation];
  const { read } = effect?.once ? servedOf(context, resources[effect.resource]) : {};
  if (read !== undefined) await context.send(await callOn(context, read, { company: context.target.companies[0], id }));
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

/**
 * Judges that a deleted object is gone by every operation, and from the list: also for another user who has read it, and if that user
 * deleted it. The control is an object that stays.
 */
async function judgeDeleted(context: CheckContext, resource: Resource, company: Company): Promise<void> {
  const { list, read, delete: remove } = servedOf(context, resource);
  if (!resource.company || list === undefined || remove === undefined || !canCreate(context, resource.name)) return;
  const send = async (operation: OperationId, object: Thing, way: Way = plainly): Promise<Answer> =>
    await context.send(way(await callOn(context, operation, object)));
  const all = (await context.api()).call(list, { company });
  const idsFor = async (way: Way): Promise<ReadonlySet<string | undefined>> => {
    const listing = await readList(way(all), (page) => context.send(page));
    return new Set(listing?.entries.map((entry) => identifierIn(resource, entry)));
  };
  const make = async (): Promise<Thing> => await createObject(context, resource.name, company);
  const [own, kept] = [await make(), await make()];
  const readers = [plainly];
  const asOther = context.isQuick || read === undefined ? undefined : await asOtherUser(context);
  const isShared = asOther !== undefined && read !== undefined && isSuccess(await send(read, kept, asOther));
  const theirs = isShared ? await make() : undefined;
  if (isShared) readers.push(asOther);
  // Anything cached of an object is stale once it is changed or deleted, also what another user has read.
  if (!context.isQuick) await change(context, own);
  if (read !== undefined && !context.isQuick)
    for (const way of readers) {
      await idsFor(way);
      for (const object of [own, theirs]) if (object !== undefined) await send(read, object, way);
    }
  const present = await shownAgain(context, own);
  // A page that was read before the deletion must not show the object afterwards.
  const later = context.isQuick ? undefined : await laterPageWith(context, list, all, own.id);
  await context.prepare(await callOn(context, remove, own));
  if (later !== undefined) judgeNotListed(context, list, !(await readPages(context, list, later, 1))?.ids.includes(own.id));
  const users = boundOperations(context, company).filter(({ effect }) => (effect.of ?? effect.resource) === resource.name);
  for (const { operation, callFor } of context.some(users))
    judgeAbsence(context, `${operation} of a deleted object`, await context.sendJudged((await callFor(present)).call, '404'));
  const isTheirs = theirs !== undefined && isSuccess(await send(remove, theirs, asOther));
  for (const way of readers) {
    const ids = await idsFor(way);
    if (!ids.has(kept.id)) context.leaveUnjudged(`${list}: it does not list an object that exists`);
    for (const object of [own, ...(isTheirs ? [theirs] : [])]) {
      if (ids.has(kept.id)) judgeNotListed(context, list, !ids.has(object.id));
      if (read !== undefined) judgeAbsence(context, `${read} of a deleted object`, await send(read, object, way));
    }
  }
}

function judgeNotListed(context: CheckContext, list: string, isGone: boolean): void {
  context.judge(isGone, { message: `${list} must not show a deleted object.`, expected: 'not listed', actual: 'listed' });
}

function judgeAbsence(context: CheckContext, what: string, { status }: Answer): void {
  context.judge(status === 404, { message: `${what} must answer 404.`, expected: '404', actual: String(status) });
}

/** Reads a list up to the page that begins with this object, and answers the call for that page; undefined if it is the first page. */
async function laterPageWith(context: CheckContext, operation: OperationId, list: Call, id: string): Promise<Call | undefined> {
  const place = (await readPages(context, operation, list))?.ids.indexOf(id) ?? -1;
  if (place < 1 || place > PAGE_ENTRIES_MAX) return undefined;
  const next = (await readPages(context, operation, limited(list, place), 1))?.next;
  const later = next && (await readPages(context, operation, next, 1));
  return later?.ids.includes(id) ? next : undefined;
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
