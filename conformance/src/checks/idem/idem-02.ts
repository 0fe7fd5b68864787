import fc from 'fast-check';
import { isReplayed, isSuccess } from '../../http/answer.ts';
import { type Check, check } from '../../model/check.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Answer } from '../../model/exchange.ts';
import { memberOf } from '../../model/json.ts';
import { type Creation, creations } from '../../scenarios/idempotency/creation.ts';
import { ExpectedEffects, withCreation } from '../../scenarios/idempotency/keyed-case.ts';
import type { KeyedUse } from '../../scenarios/idempotency/keyed-use.ts';
import { asUse, atEach, freshCall, keyedOperations } from '../../scenarios/idempotency/keyed-use.ts';
import type { OperationCase } from '../../scenarios/operations/operation-case.ts';
import { shownNow } from '../../scenarios/operations/stored-object.ts';
import { wrongWays } from '../../scenarios/refusals/wrong-ways.ts';
import { isSparing } from '../../scenarios/sparingly.ts';
import { type NearKeys, nearKeys, otherDigit } from '../../scenarios/values/near-keys.ts';
import { changeHexDigit } from '../../scenarios/values/near-uuid.ts';
import { isSameName } from '../../scenarios/values/texts.ts';

/** IDEM-02: the first request with a key is executed normally and is not marked as replayed, however near the key is to a used one. */
export const idem02: Check = check('IDEM-02', { isolation: 'shared', weight: 3 }, async (context) => {
  const kinds = await creations(context);
  const effects = new ExpectedEffects();
  const judge = (drawn: { readonly creation: Creation; readonly rest: NearKeys }): Promise<void> => judgeNear(context, effects, drawn);
  // The ends of the key are always tried: what looks at a part of it looks at one of them.
  const ends = kinds.flatMap((creation) => [0, 35].map((position) => ({ creation, rest: otherDigit(position) })));
  const others = isSparing(context) ? [] : nearKeys.map((rest, index) => ({ creation: kinds[index % kinds.length] ?? kinds[0], rest }));
  const drawn = withCreation(kinds, fc.nat({ max: 35 }).map(otherDigit));
  await context.forAll(drawn, 3, judge, [...ends, ...others], ({ creation, rest }) => `${creation.kind}, ${rest.by}`);
  await judgeOperations(context);
  await effects.judge(context, 'The first request with a key must have one effect.');
});

/** The first use of each of two keys that a careless store takes for one. */
async function judgeNear(
  context: CheckContext,
  effects: ExpectedEffects,
  { creation, rest: { by, pairs, areUuids = false } }: { readonly creation: Creation; readonly rest: NearKeys },
): Promise<void> {
  const used = async (key: string): Promise<{ readonly mark: string; readonly answer: Answer }> => {
    const draft = await creation.draft();
    return { mark: draft.mark, answer: await context.sendJudged(await creation.call(draft, key), '2xx') };
  };
  for (const [index, [one, other]] of (await pairs(context.freshKey())).entries()) {
    const first = await used(one);
    // Which keys a target takes beside UUIDs is its choice.
    if (!areUuids && !isReplayed(first.answer) && !isSuccess(first.answer)) continue;
    judgeFirst(context, first.answer, `The first request with a key (${creation.kind})`);
    effects.expect(creation, first.mark, 1);
    const second = await used(other);
    if (!areUuids && !isReplayed(second.answer) && !isSuccess(second.answer)) {
      // The control: such a key is taken where nothing like it was used.
      const [, alone = ''] = (await pairs(context.freshKey()))[index] ?? [];
      if (!isSuccess((await used(alone)).answer)) return;
    }
    judgeFirst(context, second.answer, `The first request with a key that differs by ${by} from a used one (${creation.kind})`);
    effects.expect(creation, second.mark, 1);
    return;
  }
}

/** Every operation: where it is accepted without a key it is executed with one. */
async function judgeOperations(context: CheckContext): Promise<void> {
  await atEach(context, keyedOperations(context), async (one) => {
    const unkeyed = await freshCall(context, one);
    const control = await asUse(one, '', unkeyed, await context.prepare(unkeyed.call));
    const [key, what] = [context.freshKey(), `The first request with a key (${one.operation})`];
    const prepared = await freshCall(context, one, key);
    const answer = await context.sendJudged(prepared.call, '2xx');
    judgeFirst(context, answer, what);
    for (const near of context.some([changeHexDigit(key, 0), changeHexDigit(key, 35)]))
      judgeFirst(context, await sentFirst(context, one, near), `${what} like a used one`);
    if (!context.isQuick) await judgeMended(context, one);
    if ((await showsName(context, control)) !== true) return;
    const takesEffect = await showsName(context, await asUse(one, key, prepared, answer));
    context.judge(takesEffect !== false, {
      message: `${what} must take effect.`,
      expected: 'shown as it was sent',
      actual: 'not shown so',
    });
  });
}

/** Whatever was refused under the key before, what is executed for the first time is no replay. */
async function judgeMended(context: CheckContext, one: OperationCase): Promise<void> {
  const { call } = await freshCall(context, one, context.freshKey());
  if (call.body === undefined) return;
  for (const wrong of wrongWays(context, one, call)) if (isSuccess(await context.send(wrong))) return;
  const answer = await context.sendJudged(call, 'anything but a success that is marked as replayed');
  context.judge(!isSuccess(answer) || !isReplayed(answer), {
    message: `What is executed under a key that was refused before (${one.operation}) must not be marked as replayed.`,
    expected: 'no Idempotent-Replayed: true',
    actual: 'Idempotent-Replayed: true',
  });
}

async function sentFirst(context: CheckContext, one: OperationCase, key: string): Promise<Answer> {
  return await context.sendJudged((await freshCall(context, one, key)).call, '2xx');
}

function judgeFirst(context: CheckContext, answer: Answer, what: string): void {
  context.judge(isSuccess(answer), { message: `${what} must be executed.`, expected: '2xx', actual: String(answer.status) });
  context.judge(!isReplayed(answer), {
    message: `${what} must not be marked as replayed.`,
    expected: 'no Idempotent-Replayed: true',
    actual: 'Idempotent-Replayed: true',
  });
}

/** Whether what was created or changed bears the name that it was given; undefined if it has none. */
async function showsName(context: CheckContext, { object, draft }: KeyedUse): Promise<boolean | undefined> {
  if (object === undefined || draft?.label === undefined || object.resource.label === undefined) return undefined;
  return isSameName(memberOf(await shownNow(context, object), object.resource.label), draft.label);
}
