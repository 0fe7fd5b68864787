import { objectOf } from '../../api/identity.ts';
import { isServed } from '../../api/requests.ts';
import { effects, type Resource, resources } from '../../generated/resources.ts';
import { isSuccess } from '../../http/answer.ts';
import { type Check, check } from '../../model/check.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Answer, Call } from '../../model/exchange.ts';
import { isObject, type Json, type JsonObject, sameJson } from '../../model/json.ts';
import { Inconclusive } from '../../model/verdict.ts';
import { asOtherUser } from '../../scenarios/as-other-user.ts';
import { changeable, type Guarded, guardedKinds, tokenAfter, webhookThat } from '../../scenarios/concurrency/guarded.ts';
import { changesAlone } from '../../scenarios/operations/declared-members.ts';
import { changeOf, type OperationCase, tokenOf, updates } from '../../scenarios/operations/operation-case.ts';
import { readsOf, shownNow } from '../../scenarios/operations/thing.ts';

/** CONC-01: a PUT with the current ConcurrencyToken succeeds, and when it changed something the token changes. */
export const conc01: Check = check('CONC-01', { isolation: 'shared', weight: 2 }, async (context) => {
  for (const { create } of await guardedKinds(context)) await judgeTokens(context, await create(context), 'something');
  // The Description is what the PUTs of any webhook change.
  for (const member of context.some((await changeable(context)).filter((one) => one !== 'Description')))
    await judgeTokens(context, await webhookThat([member])(context), `the ${member}`);
  for (const one of context.some(updates(context))) await context.part(one.operation, () => judgeTokenOfMembers(context, one));
  for (const one of updates(context))
    await context.part(`${one.operation} after other reads`, { from: 'standard' }, () => judgeReadBetween(context, one));
});

/** Judges a few PUTs, since the token of a creation may be made differently. The first takes its token from the answer before it. */
async function judgeTokens(context: CheckContext, object: Guarded, what: string): Promise<void> {
  let { token } = object.created;
  for (const isRead of [false, true, true]) {
    if (isRead) token = (await object.look())?.token ?? token;
    const answer = await context.sendRightful(await object.put(context.fresh(), token));
    context.judge(isSuccess(answer), {
      message: `A PUT (${object.kind}) with the current token must succeed.`,
      expected: '2xx',
      actual: `${answer.status} with token ${token}`,
    });
    const next = await tokenAfter(object, answer);
    if (next === undefined) return;
    context.judge(String(next) !== String(token), {
      message: `A PUT that changes ${what} (${object.kind}) must change the token.`,
      expected: `a token other than ${token}`,
      actual: String(next),
    });
    token = next;
  }
}

/** Judges that a PUT changes the token, whichever single member it changes, adds or leaves out. The last token is read, too. */
async function judgeTokenOfMembers(context: CheckContext, { operation, effect, company, findObject }: OperationCase): Promise<void> {
  const resource = resources[effect.resource];
  const object = await findObject();
  const api = await context.api();
  const put = async (body: JsonObject, token: Json): Promise<Answer> =>
    await context.send(api.call(operation, { company, id: object.id, body: { ...body, [resource.token ?? '']: token } }));
  const read = async (): Promise<Shown> => shownIn(resource, await shownNow(context, object));
  const judge = (at: string, isChanged: boolean, before: Json, after: Json): void =>
    context.judge(!isChanged || String(after) !== String(before), {
      message: `${operation} that changes ${at} must change the token.`,
      expected: `a token other than ${before}`,
      actual: String(after),
    });
  let body = object.draft?.body ?? {};
  let { token } = await read();
  let last: { readonly at: string; readonly token: Json } | undefined;
  for (const kind of changesAlone(operation, resource)) {
    for (const { at, apply } of kind(body)) {
      if (token === undefined) return;
      // Some members exclude each other, and some cannot be left out.
      const [before, changed, answer]: readonly [Json, JsonObject, Answer] = [token, apply(body), await put(apply(body), token)];
      if (!isSuccess(answer)) continue;
      token = shownIn(resource, objectOf(answer, 'id')).token ?? (await read()).token;
      // If the token stayed, the change is made once more, to see whether it changes the object at all.
      if (String(token) === String(before)) {
        if (!isSuccess(await put(body, before))) return;
        const then = await read();
        if (then.token === undefined || !isSuccess(await put(changed, then.token))) return;
        const after = await read();
        if (then.members === undefined || after.members === undefined || after.token === undefined) return;
        judge(at, !sameJson(then.members, after.members), then.token, after.token);
        token = after.token;
      }
      [body, last] = [changed, { at, token: before }];
    }
  }
  const now = (await read()).token;
  if (last !== undefined && now !== undefined && String(token) !== String(last.token)) judge(last.at, true, last.token, now);
}

/** What an object shows: its token, and everything else. */
interface Shown {
  readonly token: Json | undefined;
  readonly members: JsonObject | undefined;
}

function shownIn(resource: Resource, shown: Json | undefined): Shown {
  const others = isObject(shown) ? Object.entries(shown).filter(([name]) => name !== resource.token) : undefined;
  return { token: tokenOf({ resource, shown }) ?? undefined, members: others && Object.fromEntries(others) };
}

/** Judges that reading an object does not change its token (CONC-01): its user and another one read it, alone and in lists. */
async function judgeReadBetween(context: CheckContext, { operation, company, findObject }: OperationCase): Promise<void> {
  const asOther = await asOtherUser(context);
  const readers: readonly ((call: Call) => Call)[] = [(call) => call, ...(asOther === undefined ? [] : [asOther])];
  const object = await findObject();
  const { resource, id } = object;
  const api = await context.api();
  // The control: such a PUT is accepted when nobody reads in between.
  const control = await context.send(api.call(operation, { company, id, body: (await changeOf(context, object)).body }));
  if (!isSuccess(control)) throw new Inconclusive(`answered ${control.status}`);
  const { list } = resources[resource.name].operations;
  const reads = [...readsOf(object).filter((read) => effects[read]?.after === undefined), ...(list === undefined ? [] : [list])];
  const shown = await shownNow(context, object);
  const token = tokenOf({ resource, shown });
  if (shown === undefined || token === undefined || token === null) return;
  for (const as of readers)
    for (const read of reads.filter((one) => isServed(context, one)))
      await context.send(as(api.call(read, { company, ...(read !== list && { id }) })));
  const { body } = await changeOf(context, { ...object, shown });
  const answer = await context.sendJudged(api.call(operation, { company, id, body }), '2xx');
  context.judge(isSuccess(answer), {
    message: `${operation} with the current token must succeed, even after its user and another one have read the object again.`,
    expected: '2xx',
    actual: `${answer.status} with token ${token}`,
  });
}
