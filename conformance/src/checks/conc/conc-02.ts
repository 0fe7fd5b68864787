import fc from 'fast-check';
import { resources } from '../../generated/resources.ts';
import { isSuccess } from '../../http/answer.ts';
import { type Check, check } from '../../model/check.ts';
import type { CheckContext } from '../../model/check-context.ts';
import { type Json, type JsonObject, sameJson, writeJson } from '../../model/json.ts';
import { changeable, guardedKinds, tokenAfter, webhookThat } from '../../scenarios/concurrency/guarded.ts';
import type { Guarded, GuardedKind, State } from '../../scenarios/concurrency/guarded-state.ts';
import { judgeLeftBehind } from '../../scenarios/concurrency/left-behind.ts';
import { judgeTwoUsers } from '../../scenarios/concurrency/two-users.ts';
import { judgeStale, judgeUnchanged } from '../../scenarios/concurrency/unchanged.ts';
import { judgeWaitingDelivery } from '../../scenarios/concurrency/waiting-delivery.ts';
import { firedEvents } from '../../scenarios/events/fired-events.ts';
import { type HistoryStep, histories, takeSteps } from '../../scenarios/histories/history.ts';
import { changesTo, type DrawnMember, drawnBodies, withAdditions } from '../../scenarios/operations/declared-members.ts';
import { type OperationCase, tokenOf, updates } from '../../scenarios/operations/operation-case.ts';
import { type StoredObject, shownNow } from '../../scenarios/operations/stored-object.ts';

/** An object and every token that it has had, the current one last. */
interface Model {
  readonly object: Guarded;
  readonly tokens: Json[];
  /** What the last GET showed, if nothing was changed since. */
  seen?: State | undefined;
  /** Set if the target does not show the token after a PUT. */
  lost: boolean;
}

/** CONC-02: a PUT with a stale token answers 422, and nothing changes, however old the token is. */
export const conc02: Check = check('CONC-02', { isolation: 'shared', weight: 4 }, async (context) => {
  const stale = fc.nat({ max: 3 }).map(putStale);
  const steps = histories([fc.constant(putCurrent()), stale, stale], 12);
  const kinds = await guardedKinds(context);
  for (const { create: kind, cases } of kinds) {
    await context.forAll(steps, cases(2), async (history) => {
      const object = await kind(context);
      const model: Model = { object, tokens: [object.created.token], lost: false };
      // The control comes first: only a token that was accepted can become stale.
      await putCurrent().run(model, context);
      await takeSteps(history, model, context);
      await putStale(0).run(model, context);
    });
  }
  for (const { create } of kinds) await judgeOtherTokens(context, create, context.isQuick ? FEW_PUTS : PUTS);
  const [, other = context.target.companies[0]] = context.target.companies;
  const changes = await changeable(context);
  // Webhooks of one company, of another and of all. Each PUT changes every member that it can.
  for (const options of context.some([{}, { company: other }, { aziendaId: null }]))
    await judgeOtherTokens(context, webhookThat(changes, options), FEW_PUTS);
  for (const one of context.some(updates(context))) await context.part(one.operation, () => judgeEveryMember(context, one));
  for (const one of updates(context)) await context.part(one.operation, { from: 'standard' }, () => judgeLeftBehind(context, one));
  for (const one of updates(context))
    await context.part(`${one.operation} by two users`, { from: 'standard' }, () => judgeTwoUsers(context, one));
  await context.part('what a webhook receives after a stale PUT', () => judgeReceived(context));
  await context.part('a delivery that waits while a stale PUT is refused', () => judgeWaitingDelivery(context));
});

/** Judges that a stale PUT does not change which events a webhook receives, or where. */
async function judgeReceived(context: CheckContext): Promise<void> {
  const { unmoved } = await firedEvents(context);
  if (unmoved === undefined) return;
  const [astray] = unmoved;
  context.judge(astray === undefined, {
    message: 'A PUT with a stale token must not change what a webhook receives, or where.',
    expected: 'no delivery to the Url, or of the Events, of the refused PUT',
    actual: String(astray?.evento.type),
    about: { 'arrived after the refused PUT': astray?.attempt },
  });
}

/** Judges that a stale PUT which would change every declared member changes none. */
async function judgeEveryMember(context: CheckContext, one: OperationCase): Promise<void> {
  const { operation, effect, company, findObject } = one;
  const resource = resources[effect.resource];
  await context.forAll(drawnBodies(operation), 1, async (drawn) => {
    const object = await findObject();
    const first = object.draft?.body;
    const stale = tokenOf({ resource, shown: await shownNow(context, object) });
    if (first === undefined || stale === undefined || stale === null || resource.token === undefined) return;
    await changeMembers(context, one, object, changesTo(first, drawn, resource));
    const before = await shownNow(context, object);
    const token = tokenOf({ resource, shown: before });
    if (before === undefined || token === undefined || String(token) === String(stale)) return;
    const call = (await context.api()).call(operation, { company, id: object.id, body: { ...first, [resource.token]: stale } });
    const answer = await context.sendJudged(call, '422');
    const after = await shownNow(context, object);
    context.judge(answer.status === 422 && sameJson(before, after), {
      message: `${operation} with a stale token must be refused and change nothing, whichever members it would change.`,
      expected: `422, and then ${writeJson(before)}`,
      actual: `${answer.status}, and then ${writeJson(after ?? null)}`,
    });
  });
}

/** Changes the members by valid PUTs: all together, or one by one if some exclude each other. */
async function changeMembers(
  context: CheckContext,
  { operation, effect, company }: OperationCase,
  object: StoredObject,
  changes: readonly DrawnMember[],
): Promise<void> {
  const resource = resources[effect.resource];
  const put = async (body: JsonObject): Promise<boolean> => {
    const token = tokenOf({ resource, shown: await shownNow(context, object) }) ?? null;
    const guarded = { ...body, [resource.token ?? '']: token };
    return isSuccess(await context.send((await context.api()).call(operation, { company, id: object.id, body: guarded })));
  };
  let body = object.draft?.body ?? {};
  if (await put(withAdditions(body, changes))) return;
  for (const change of changes) {
    const changed = withAdditions(body, [change]);
    if (await put(changed)) body = changed;
  }
}

/** PUTs before old tokens are tried: enough for a counter from 1 to reach two digits, or for a small one to start again. */
const PUTS = 10;
const FEW_PUTS = 4;

/**
 * Judges that a PUT is refused with an earlier token, and with one that the object never had. Two contents take turns, so that some tokens
 * belonged to the present content.
 */
async function judgeOtherTokens(context: CheckContext, kind: GuardedKind, puts: number): Promise<void> {
  const object = await kind(context);
  const model: Model = { object, tokens: [object.created.token], lost: false };
  const marks = [context.fresh(), context.fresh()] as const;
  for (let put = 0; put < puts; put += 1) await putCurrent(marks[put % 2 === 0 ? 0 : 1]).run(model, context);
  for (const age of context.some([0, 1, 2, FEW_PUTS - 1])) await putStale(age).run(model, context);
  await judgeNeverHad(context, model);
}

/** Tries tokens that a check of a part, of the size or of mere presence lets through. The source does not say how they are refused. */
async function judgeNeverHad(context: CheckContext, { object, tokens, lost, seen }: Model): Promise<void> {
  const current = tokens.at(-1);
  if (lost || current === undefined || !/^-?\d+$/.test(String(current))) return;
  const near = [1n, -1n, 256n, 65_536n, 4_294_967_296n].map((distance) => BigInt(String(current)) + distance);
  const before = seen ?? (await object.look());
  for (const token of context.some([...near, 0n, -1n].filter((other) => !tokens.some((had) => String(had) === String(other))))) {
    const answer = await context.sendJudged(await object.put(context.fresh(), token), 'a refusal');
    context.judge(!isSuccess(answer), {
      message: `A PUT with a token that the ${object.kind} never had must be refused.`,
      expected: `a refusal of token ${token}, since the token is ${current}`,
      actual: String(answer.status),
    });
  }
  await judgeUnchanged(context, object, before, 'A PUT with a token that the object never had');
}

/** @param mark the new content, by default one that the object never had */
function putCurrent(mark?: string): HistoryStep<Model> {
  return {
    check: ({ lost }) => !lost,
    run: async (model, context) => {
      const { object, tokens } = model;
      const answer = await context.prepare(await object.put(mark ?? context.fresh(), tokens.at(-1) ?? null));
      model.seen = undefined;
      const next = await tokenAfter(object, answer);
      if (next === undefined) model.lost = true;
      else {
        // CONC-01 judges whether the token changes.
        const comesBack = tokens.slice(0, -1).some((had) => String(had) === String(next)) && String(next) !== String(tokens.at(-1));
        context.judge(!comesBack, {
          message: `A token of a ${object.kind} must not come back, since it would let a stale PUT through.`,
          expected: `a token other than ${tokens.join(', ')}`,
          actual: String(next),
        });
        tokens.push(next);
      }
    },
    toString: () => 'a PUT',
  };
}

/** @param age 0 for the token before the current one. The oldest one if there are fewer. */
function putStale(age: number): HistoryStep<Model> {
  return {
    check: () => true,
    run: async (model, context) => {
      const { object, tokens, lost } = model;
      const old = lost ? tokens : tokens.slice(0, -1);
      const token = old.at(-1 - Math.min(age, old.length - 1));
      // A token that came back is not stale.
      if (token === undefined || (!lost && String(token) === String(tokens.at(-1)))) return;
      const before = model.seen ?? (await object.look());
      const answer = await context.sendJudged(await object.put(context.fresh(), token), '422');
      judgeStale(context, object, answer, 'A PUT with a stale token');
      model.seen = await judgeUnchanged(context, object, before, 'A PUT with a stale token');
    },
    toString: () => `a PUT with the token of ${age + 1} ${age === 0 ? 'change' : 'changes'} before`,
  };
}
