import fc from 'fast-check';
import { resources } from '../../generated/resources.ts';
import { isSuccess } from '../../http/answer.ts';
import { type Check, check } from '../../model/check.ts';
import type { CheckContext } from '../../model/check-context.ts';
import { sameJson } from '../../model/json.ts';
import { type Changeable, changeable, guardedKinds, tokenAfter, webhookThat } from '../../scenarios/concurrency/guarded.ts';
import { judgeReadBetween } from '../../scenarios/concurrency/read-between.ts';
import { changesAlone } from '../../scenarios/operations/changes-alone.ts';
import { type OperationCase, tokenOf, updates } from '../../scenarios/operations/operation-case.ts';
import { shownNow } from '../../scenarios/operations/stored-object.ts';
import { unlessAbsent } from '../../scenarios/unless-absent.ts';

/** CONC-01: a PUT with the current ConcurrencyToken succeeds, and when it changed something the token changes. */
export const conc01: Check = check('CONC-01', { isolation: 'shared', weight: 2 }, async (context) => {
  // Each PUT takes its token from the answer before it, or by reading the object.
  const sources = fc.array(fc.constantFrom('answer', 'look'), { minLength: 1, maxLength: 4 });
  for (const { create: kind, cases } of await guardedKinds(context)) {
    await context.forAll(sources, cases(5), async (steps) => {
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
    });
  }
  for (const member of context.some(await changeable(context))) await judgeTokenOf(context, member);
  for (const one of context.some(updates(context))) await unlessAbsent(context, one.operation, () => judgeTokenOfMembers(context, one));
  for (const one of context.isQuick ? [] : updates(context))
    await unlessAbsent(context, `${one.operation} after other reads`, () => judgeReadBetween(context, one));
});

/** Judges that a PUT changes the token, whichever single member it changes, adds or leaves out. */
async function judgeTokenOfMembers(context: CheckContext, { operation, effect, company, findObject }: OperationCase): Promise<void> {
  const resource = resources[effect.resource];
  const object = await findObject();
  let body = object.draft?.body ?? {};
  let before = await shownNow(context, object);
  for (const kind of changesAlone(operation, resource)) {
    for (const { at, apply } of kind(body)) {
      const token = tokenOf({ resource, shown: before });
      if (token === undefined || token === null || before === undefined) return;
      const changed = { ...apply(body), [resource.token ?? '']: token };
      // Some members exclude each other, and some cannot be left out.
      if (!isSuccess(await context.send((await context.api()).call(operation, { company, id: object.id, body: changed })))) continue;
      const after = await shownNow(context, object);
      const next = tokenOf({ resource, shown: after });
      if (after === undefined || next === undefined || next === null) return;
      const names = new Set([...Object.keys(before), ...Object.keys(after)]);
      const isChanged = [...names].some((name) => name !== resource.token && !sameJson(before?.[name], after[name]));
      context.judge(!isChanged || String(next) !== String(token), {
        message: `${operation} that changes ${at} must change the token.`,
        expected: `a token other than ${token}`,
        actual: String(next),
      });
      [body, before] = [changed, after];
    }
  }
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
