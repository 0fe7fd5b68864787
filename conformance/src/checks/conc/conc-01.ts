import fc from 'fast-check';
import { objectOf } from '../../api/identity.ts';
import { resources } from '../../generated/resources.ts';
import { isSuccess } from '../../http/answer.ts';
import { type Check, check } from '../../model/check.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Answer } from '../../model/exchange.ts';
import { type Json, type JsonObject, sameJson } from '../../model/json.ts';
import { type Changeable, changeable, guardedKinds, tokenAfter, webhookThat } from '../../scenarios/concurrency/guarded.ts';
import { judgeReadBetween } from '../../scenarios/concurrency/read-between.ts';
import { changesAlone } from '../../scenarios/operations/changes-alone.ts';
import { type OperationCase, tokenOf, updates } from '../../scenarios/operations/operation-case.ts';
import { shownNow } from '../../scenarios/operations/stored-object.ts';

/** CONC-01: a PUT with the current ConcurrencyToken succeeds, and when it changed something the token changes. */
export const conc01: Check = check('CONC-01', { isolation: 'shared', weight: 2 }, async (context) => {
  // Each PUT takes its token from the answer before it, or by reading the object.
  const sources = fc.array(fc.constantFrom<Source>('answer', 'look'), { minLength: 3, maxLength: 4 });
  for (const { create: kind } of await guardedKinds(context)) {
    const judge = async (steps: readonly Source[]): Promise<void> => {
      const object = await kind(context);
      let { token } = object.created;
      for (const source of steps) {
        if (source === 'look') token = (await object.look())?.token ?? token;
        const answer = await context.sendRightful(await object.put(context.fresh(), token));
        context.judge(isSuccess(answer), {
          message: `A PUT (${object.kind}) with the current token must succeed.`,
          expected: '2xx',
          actual: `${answer.status} with token ${token}`,
        });
        const next = await tokenAfter(object, answer);
        if (next === undefined) return;
        context.judge(String(next) !== String(token), {
          message: `A PUT that changes something (${object.kind}) must change the token.`,
          expected: `a token other than ${token}`,
          actual: String(next),
        });
        token = next;
      }
    };
    await context.forAll(sources, 1, judge, [['answer', 'look', 'look']]);
  }
  for (const member of context.some(await changeable(context))) await judgeTokenOf(context, member);
  for (const one of context.some(updates(context))) await context.part(one.operation, () => judgeTokenOfMembers(context, one));
  for (const one of updates(context))
    await context.part(`${one.operation} after other reads`, { from: 'standard' }, () => judgeReadBetween(context, one));
});

/** Where a PUT takes its token from. */
type Source = 'answer' | 'look';

/** Judges that a PUT changes the token, whichever single member it changes, adds or leaves out. The last token is read, too. */
async function judgeTokenOfMembers(context: CheckContext, { operation, effect, company, findObject }: OperationCase): Promise<void> {
  const resource = resources[effect.resource];
  const object = await findObject();
  const api = await context.api();
  let body = object.draft?.body ?? {};
  const read = async (): Promise<JsonObject | undefined> => await shownNow(context, object);
  const put = async (sent: JsonObject, token: Json): Promise<Answer> =>
    await context.send(api.call(operation, { company, id: object.id, body: { ...sent, [resource.token ?? '']: token } }));
  const judge = (at: string, isChanged: boolean, before: Json, after: Json): void =>
    context.judge(!isChanged || String(after) !== String(before), {
      message: `${operation} that changes ${at} must change the token.`,
      expected: `a token other than ${before}`,
      actual: String(after),
    });
  let token = tokenOf({ resource, shown: await read() });
  let last: { readonly at: string; readonly token: Json } | undefined;
  for (const kind of changesAlone(operation, resource)) {
    for (const { at, apply } of kind(body)) {
      if (token === undefined || token === null) return;
      // Some members exclude each other, and some cannot be left out.
      const [before, changed, answer] = [token, apply(body), await put(apply(body), token)];
      if (!isSuccess(answer)) continue;
      token = tokenOf({ resource, shown: objectOf(answer, 'id') }) ?? tokenOf({ resource, shown: await read() });
      // If the token stayed, the change is made once more, to see whether it changes the object at all.
      if (String(token) === String(before)) {
        if (!isSuccess(await put(body, before))) return;
        const shown = await read();
        const again = tokenOf({ resource, shown });
        if (again === undefined || again === null || !isSuccess(await put(changed, again))) return;
        const after = await read();
        token = tokenOf({ resource, shown: after });
        if (shown === undefined || after === undefined || token === undefined || token === null) return;
        const names = Object.keys({ ...shown, ...after }).filter((name) => name !== resource.token);
        judge(
          at,
          names.some((name) => !sameJson(shown[name], after[name])),
          again,
          token,
        );
      }
      [body, last] = [changed, { at, token: before }];
    }
  }
  const now = tokenOf({ resource, shown: await read() });
  if (last !== undefined && now !== undefined && now !== null && String(token) !== String(last.token))
    judge(last.at, true, last.token, now);
}

/** Judges that a PUT which changes this member of a webhook changes its token. */
async function judgeTokenOf(context: CheckContext, member: Changeable): Promise<void> {
  const object = await webhookThat([member])(context);
  let { token } = object.created;
  // Twice, since the token of a creation may be made differently.
  for (let put = 0; put < 2; put += 1) {
    const next = await tokenAfter(object, await context.prepare(await object.put(context.fresh(), token)));
    if (next === undefined) return;
    context.judge(String(next) !== String(token), {
      message: `A PUT that changes the ${member} of a webhook must change its token.`,
      expected: `a token other than ${token}`,
      actual: String(next),
    });
    token = next;
  }
}
