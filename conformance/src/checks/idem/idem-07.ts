import fc from 'fast-check';
import { contactTypes } from '../../api/event-names.ts';
import { resources } from '../../generated/resources.ts';
import { isReplayed, isSuccess } from '../../http/answer.ts';
import { withHeader } from '../../http/call.ts';
import { type Check, check } from '../../model/check.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Answer, Call } from '../../model/exchange.ts';
import { isObject, type Json, type JsonObject, parseJson, sameJson, writeJson } from '../../model/json.ts';
import { Inconclusive } from '../../model/verdict.ts';
import { tokenAfter } from '../../scenarios/concurrency/guarded.ts';
import type { GuardedKind } from '../../scenarios/concurrency/guarded-state.ts';
import { judgeUnchanged } from '../../scenarios/concurrency/unchanged.ts';
import { judgeDifferentAtOnce } from '../../scenarios/idempotency/at-once.ts';
import { judgeBlanks } from '../../scenarios/idempotency/blanks-in-texts.ts';
import { type Creation, creations } from '../../scenarios/idempotency/creation.ts';
import { ExpectedEffects, withCreation } from '../../scenarios/idempotency/keyed-case.ts';
import { keyedPuts } from '../../scenarios/idempotency/keyed-puts.ts';
import type { KeyedUse } from '../../scenarios/idempotency/keyed-use.ts';
import {
  anotherCall,
  asItIs,
  asUse,
  atEach,
  firstUse,
  judgeRetry,
  keyedOperations,
  refusedUse,
} from '../../scenarios/idempotency/keyed-use.ts';
import { judgeLongBodies, spaced } from '../../scenarios/idempotency/long-bodies.ts';
import { OperationEffects } from '../../scenarios/idempotency/operation-effects.ts';
import { judgeSameState, shownState } from '../../scenarios/idempotency/shown-state.ts';
import { additionsTo, changesTo, drawnBodies, withAdditions } from '../../scenarios/operations/declared-members.ts';
import { tokenOf } from '../../scenarios/operations/operation-case.ts';
import { unlessAbsent } from '../../scenarios/unless-absent.ts';
import { type Difference, difference } from '../../scenarios/values/nearly-same.ts';

interface SimilarBodies {
  readonly difference: Difference;
  /** White space before all members of both bodies: they differ behind it alone. */
  readonly spaces: number;
}

/** IDEM-07: the same key with another body answers 422 and has no effect. */
export const idem07: Check = check('IDEM-07', { isolation: 'shared', weight: 3 }, async (context) => {
  const kinds = await creations(context);
  const effects = new ExpectedEffects();
  const pairs = fc.record({ difference, spaces: fc.constantFrom(0, 0, 1_100, 9_000) });
  const judge = (drawn: { readonly creation: Creation; readonly rest: SimilarBodies }): Promise<void> => judgePost(context, effects, drawn);
  await context.forAll(withCreation(kinds, pairs), 6, judge, examplesOf(kinds));
  const webhooks = kinds.find(({ kind }) => kind === 'webhook');
  if (webhooks !== undefined) await judgeNull(context, webhooks);
  if (webhooks !== undefined) await judgeEvents(context, webhooks);
  for (const kind of await keyedPuts(context)) await unlessAbsent(context, 'PUTs', () => judgePut(context, kind));
  await judgeOperations(context);
  await judgeDifferentAtOnce(context, 'creations');
  await effects.judge(context, 'The same key with another body must have no effect.');
});

/** Every operation: another body that alone is accepted. */
async function judgeOperations(context: CheckContext): Promise<void> {
  const created = OperationEffects.listsOf(context);
  await atEach(context, keyedOperations(context), async (one) => {
    const use = await firstUse(context, one);
    // The source gives these no body, so that IDEM-17 judges one: that there is none is the same body.
    if (one.effect.kind === 'act') return await judgeRetry(context, use, 'A retry without a body');
    const before = await shownState(context, use.object);
    const other = await anotherCall(context, use, use.key);
    judgeRefused(context, await context.sendOther(other.call), one.operation);
    await judgeSameState(context, use.object, before, `${one.operation} under a key that was used for another body`);
    await judgeRetry(context, use, 'A retry after one with another body');
    for (const [what, body] of await similarBodies(context, use)) {
      const answer = await context.sendOther({ ...use.call, body: writeJson(body) });
      // It may be refused for other reasons too: the change that it asks for is stale by now.
      if (isSuccess(answer) || isReplayed(answer)) judgeRefused(context, answer, `${one.operation}, ${what}`);
    }
    // The control: under a key of its own it is accepted, and is the first that was.
    const key = context.freshKey();
    const call = withHeader(other.call, 'Idempotency-Key', key);
    created.expect(await asUse(one, key, { ...other, call }, await context.prepare(call)));
    await judgeLongBodies(context, one);
    if (!context.isQuick) await judgeBlanks(context, one);
    if (!context.isQuick && one.effect.kind === 'update') created.expectNone(await refusedUse(context, one));
  });
  await created.judge('The same key with another body must have no effect');
}

/** Bodies under the same name that differ in something else: a member more, lists with more entries, another token. */
async function similarBodies(context: CheckContext, { one, call, object }: KeyedUse): Promise<readonly (readonly [string, JsonObject])[]> {
  const body = call.body === undefined ? undefined : parseJson(call.body);
  if (!isObject(body)) return [];
  const resource = resources[one.effect.resource];
  const similar: (readonly [string, JsonObject])[] = [['an undeclared member beside it', { ...body, 'x-conformance': context.fresh() }]];
  await context.forAll(drawnBodies(one.operation), 1, async (drawn) => {
    for (const addition of additionsTo(body, drawn, resource).slice(0, 1))
      similar.push([`${addition.path.join('.')} beside it`, withAdditions(body, [addition])]);
    for (const change of changesTo(body, drawn, resource)
      .filter(({ path, present }) => present && path.length > 1)
      .slice(0, 1))
      similar.push([`another ${change.path.join('.')}`, withAdditions(body, [change])]);
  });
  if (resource.label !== undefined && typeof body[resource.label] === 'string')
    similar.push(['another name alone', { ...body, [resource.label]: context.fresh() }]);
  const longer = Object.entries(body).filter(([, value]) => Array.isArray(value) && value.length > 0);
  for (const [name, entries] of longer)
    similar.push([`another ${name}`, { ...body, [name]: [...(entries as Json[]), ...(entries as Json[])] }]);
  if (resource.token !== undefined && body[resource.token] !== undefined && object !== undefined) {
    const token = tokenOf(await asItIs(context, object));
    if (token !== undefined && !sameJson(token, body[resource.token]))
      similar.push(['another ConcurrencyToken', { ...body, [resource.token]: token }]);
  }
  return similar;
}

/** What comparisons pass over most often is always tried, with kinds in turns. */
function examplesOf(kinds: readonly Creation[]): { readonly creation: Creation; readonly rest: SimilarBodies }[] {
  const always: readonly (readonly [Difference['by'], number])[] = [
    ['a digit', 0],
    ['a space', 0],
    ['the case of a letter', 0],
    ['an accent', 0],
    ['a letter', 9_000],
  ];
  return always.flatMap(([by, spaces], index) => {
    const creation = kinds[index % kinds.length];
    return creation === undefined ? [] : [{ creation, rest: { difference: { by, position: 0 }, spaces } }];
  });
}

async function judgePost(
  context: CheckContext,
  effects: ExpectedEffects,
  { creation, rest: { difference, spaces } }: { readonly creation: Creation; readonly rest: SimilarBodies },
): Promise<void> {
  const [draft, key] = [await creation.draft(), context.freshKey()];
  const original = await context.send(spaced(await creation.call(draft, key), spaces));
  // How long a body may be is the target's choice.
  if (!isSuccess(original) && spaces > 0) return judgePost(context, effects, { creation, rest: { difference, spaces: 0 } });
  if (!isSuccess(original)) throw new Inconclusive(`the creation of a ${creation.kind} with a key was answered ${original.status}`);
  const other = creation.altered(draft, difference);
  const answer = await context.sendOther(spaced(await creation.call(other, key), spaces));
  // A name with a space at its end, or with an accent, may be refused for that.
  judgeRefused(context, answer, `${creation.kind}, ${difference.by}`, !['a space', 'an accent'].includes(difference.by));
  effects.expect(creation, draft.mark, 1);
  if (other.mark !== draft.mark) effects.expect(creation, other.mark, 0);
}

/** A member that is null is not one that is absent; whether null may be sent for an optional one is not said. */
async function judgeNull(context: CheckContext, webhooks: Creation): Promise<void> {
  const [draft, key] = [await webhooks.draft(), context.freshKey()];
  const { Description: _absent, ...body } = draft.body;
  if (!isSuccess(await context.send(await webhooks.call({ ...draft, body }, key)))) return;
  const answer = await context.sendOther(await webhooks.call({ ...draft, body: { ...body, Description: null } }, key));
  judgeRefused(context, answer, 'webhook, null for what was absent', false);
}

/** What stands in a list, and its order, belongs to the value; which types a target takes together is its choice. */
async function judgeEvents(context: CheckContext, webhooks: Creation): Promise<void> {
  const { update, delete: deletion } = contactTypes(context);
  const [draft, key] = [await webhooks.draft(), context.freshKey()];
  const withEvents = (...Events: string[]): Promise<Call> => webhooks.call({ ...draft, body: { ...draft.body, Events } }, key);
  if (!isSuccess(await context.send(await withEvents(update, deletion)))) return;
  for (const [what, events] of [
    ['events in another order', [deletion, update]],
    ['fewer events', [deletion]],
  ] as const) {
    judgeRefused(context, await context.sendOther(await withEvents(...events)), `webhook, ${what}`);
  }
}

/** Another text under the token that the object has now, which alone would be accepted; then the same under another token. */
async function judgePut(context: CheckContext, kind: GuardedKind): Promise<void> {
  const [object, key, mark] = [await kind(context), context.freshKey(), context.fresh()];
  const { token: first } = object.created;
  const token = await tokenAfter(object, await context.prepare(await object.put(mark, first, key)));
  if (token === undefined) return;
  const before = await object.look();
  const texts = await object.put(context.fresh(), token, key);
  judgeRefused(context, await context.sendOther(texts), `PUT of a ${object.kind}, another text`);
  if (String(token) !== String(first)) {
    const tokens = await object.put(mark, token, key);
    judgeRefused(context, await context.sendOther(tokens), `PUT of a ${object.kind}, another ConcurrencyToken`);
  }
  await judgeUnchanged(context, object, before, 'A PUT under a key that was used for another body');
  // The control: another text under that token and a key of its own is accepted.
  await context.prepare(await object.put(context.fresh(), token, context.freshKey()));
}

/** @param valid whether the key is all that is wrong: then the status is named */
function judgeRefused(context: CheckContext, answer: Answer, what: string, valid = true): void {
  const refused = valid ? answer.status === 422 : !isSuccess(answer);
  context.judge(refused, {
    message: `The same key with another body (${what}) must be refused.`,
    expected: '422',
    actual: String(answer.status),
  });
  context.judge(!isReplayed(answer), {
    message: 'A refusal is no replay.',
    expected: 'no Idempotent-Replayed: true',
    actual: 'Idempotent-Replayed: true',
  });
}
