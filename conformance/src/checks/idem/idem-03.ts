import fc from 'fast-check';
import type { OperationId } from '../../generated/operations.ts';
import { isSuccess } from '../../http/answer.ts';
import { type Check, check } from '../../model/check.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Answer } from '../../model/exchange.ts';
import { type HistoryStep, histories, takeSteps } from '../../scenarios/histories/history.ts';
import { type Creation, creations, type Draft, repeated } from '../../scenarios/idempotency/creation.ts';
import { first, judgeReplay } from '../../scenarios/idempotency/keyed-case.ts';
import type { KeyedUse } from '../../scenarios/idempotency/keyed-use.ts';
import { actsOn, atEach, changeBy, firstUse, judgeRetry, keyedOperations } from '../../scenarios/idempotency/keyed-use.ts';
import { judgeRichAnswers } from '../../scenarios/idempotency/rich-answers.ts';
import { judgeVariedAnswers } from '../../scenarios/idempotency/varied-answers.ts';
import { type Difference, difference } from '../../scenarios/values/nearly-same.ts';
import { everyEnding } from '../../scenarios/values/texts.ts';

/** A key, the request that it was first sent with, and the answer to that: every retry must give it again. */
interface Used {
  readonly creation: Creation;
  readonly draft: Draft;
  readonly key: string;
  readonly original: Answer;
  /** Whether what was created is as it was. */
  state: 'as created' | 'changed' | 'removed';
}

/** The keys in the order of their first use. */
interface Model {
  readonly used: Used[];
}

/** What stands in the text of what is created, and so in the answer that is stored; long where it may be, as in a webhook's Url. */
type Texts = 'plain' | 'as people write them' | 'long';

/** Keys used between a request and its retry. */
const OTHER_KEYS = 64;

/** IDEM-03: after a 2xx, a retry with the same key answers the same status and body, marked as replayed, whatever happened in between. */
export const idem03: Check = check('IDEM-03', { isolation: 'shared', weight: 3 }, async (context) => {
  const kinds = await creations(context);
  const [creation] = repeated(kinds);
  const [old, oldKey] = [await creation.draft(), context.freshKey()];
  const oldAnswer = await first(context, creation, old, oldKey);
  const which = fc.nat({ max: 5 });
  const steps = [
    fc.tuple(fc.constantFrom(...repeated(kinds)), fc.constantFrom<Texts>('plain', 'as people write them')).map(request),
    which.map(retry),
    fc.tuple(which, difference).map(mismatch),
    which.map(change),
    which.map(remove),
  ];
  await context.forAll(histories(steps, 10), 8, async (history) => {
    const model: Model = { used: [] };
    for (const kind of kinds) await request([kind, 'long']).run(model, context);
    await takeSteps(history, model, context);
    for (const index of model.used.keys()) {
      // One of them is always retried after a request that its key refuses.
      if (index === 0) await mismatch([index, { by: 'a letter', position: 0 }]).run(model, context);
      await retry(index).run(model, context);
    }
  });
  await judgeOperations(context);
  await judgeRichAnswers(context);
  await judgeVariedAnswers(context);
  // A key is kept for hours, not for so many others.
  const others = context.upTo(OTHER_KEYS);
  for (let other = 0; other < others; other += 1) await context.send(await creation.call(await creation.draft(), context.freshKey()));
  const answer = await context.sendJudged(await creation.call(old, oldKey), `${oldAnswer.status}, replayed`);
  judgeReplay(context, creation, oldAnswer, answer, `The retry after ${others} other keys`);
});

/** Every operation, retried at once, and after each thing that its object may go through. */
async function judgeOperations(context: CheckContext): Promise<void> {
  const uses: KeyedUse[] = [];
  await atEach(context, keyedOperations(context), async (one) => {
    const use = await firstUse(context, one);
    await judgeRetry(context, use, 'A retry with the same key');
    uses.push(use);
    const { update, delete: deletion } = use.object?.resource.operations ?? {};
    await judgeAfter(context, use, [update, deletion]);
    if (one.staysForGood) return;
    const other = await firstUse(context, one);
    await judgeAfter(context, other, actsOn(other));
    uses.push(other);
  });
  for (const use of uses) await judgeRetry(context, use, 'A retry with the same key, after others of all operations,');
}

async function judgeAfter(context: CheckContext, use: KeyedUse, changes: readonly (OperationId | undefined)[]): Promise<void> {
  for (const change of changes) {
    const call = use.object && (await changeBy(context, use.object, change));
    if (call === undefined) continue;
    await context.send(call);
    await judgeRetry(context, use, `A retry with the same key, after ${change} of its object,`);
  }
}

/** A first request with a key of its own. */
function request([creation, texts]: readonly [Creation, Texts]): HistoryStep<Model> {
  return {
    check: () => true,
    run: async ({ used }, context) => {
      const [draft, key] = [await drafted(creation, texts), context.freshKey()];
      const call = await creation.call(draft, key);
      const original = texts === 'plain' ? await context.prepare(call) : await context.send(call);
      // How long a text may be, and of which letters, is the target's choice.
      if (!isSuccess(original)) return await request([creation, 'plain']).run({ used }, context);
      used.push({ creation, draft, key, original, state: 'as created' });
    },
    toString: () => `a first request for a ${creation.kind} of company ${creation.company.id} (texts: ${texts})`,
  };
}

async function drafted(creation: Creation, texts: Texts): Promise<Draft> {
  if (texts === 'plain') return await creation.draft();
  if (texts !== 'long' || creation.kind === 'contact') return await creation.draft(everyEnding);
  const draft = await creation.draft(everyEnding.repeat(10));
  return { ...draft, body: { ...draft.body, Url: `${String(draft.body.Url)}?${'x'.repeat(1_500)}` } };
}

function retry(which: number): HistoryStep<Model> {
  return onUsed(`a retry with key ${which + 1}`, which, async ({ creation, draft, key, original, state }, context) => {
    const answer = await context.sendJudged(await creation.call(draft, key), `${original.status}, replayed`);
    judgeReplay(context, creation, original, answer, `A retry with the same key, what was created being ${state},`);
  });
}

/** What IDEM-07 judges: here it only happens in between. */
function mismatch([which, by]: readonly [number, Difference]): HistoryStep<Model> {
  return onUsed(`another request with key ${which + 1}`, which, async ({ creation, draft, key }, context) => {
    await context.send(await creation.call(creation.altered(draft, by), key));
  });
}

function change(which: number): HistoryStep<Model> {
  return onUsed(`a change of what key ${which + 1} created`, which, async (one, context) => {
    const call = one.state === 'as created' ? await one.creation.change(one.original, one.draft) : undefined;
    if (call === undefined) return;
    await context.send(call);
    one.state = 'changed';
  });
}

function remove(which: number): HistoryStep<Model> {
  return onUsed(`a deletion of what key ${which + 1} created`, which, async (one, context) => {
    const call = one.state === 'removed' ? undefined : await one.creation.remove(one.original);
    if (call === undefined) return;
    await context.send(call);
    one.state = 'removed';
  });
}

/** A step for one of the keys; the last of them where there are fewer. */
function onUsed(
  name: string,
  which: number,
  act: (one: Used, context: Parameters<HistoryStep<Model>['run']>[1]) => Promise<void>,
): HistoryStep<Model> {
  return {
    check: ({ used }) => used.length > 0,
    run: async ({ used }, context) => {
      const one = used[Math.min(which, used.length - 1)];
      if (one !== undefined) await act(one, context);
    },
    toString: () => name,
  };
}
