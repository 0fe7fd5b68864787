import fc from 'fast-check';
import type { OperationId } from '../../generated/operations.ts';
import { type ResourceName, resources } from '../../generated/resources.ts';
import { isSuccess } from '../../http/answer.ts';
import { type Check, check } from '../../model/check.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Call } from '../../model/exchange.ts';
import { isObject, parseJson, writeJson } from '../../model/json.ts';
import { type HistoryStep, histories, takeSteps } from '../../scenarios/histories/history.ts';
import {
  actsOn,
  anotherCall,
  asUse,
  atEach,
  changeBy,
  firstUse,
  freshCall,
  judgeRetry,
  type KeyedUse,
  keyedOperations,
  repeatableOperations,
} from '../../scenarios/idempotency/keyed-use.ts';
import { manyOf } from '../../scenarios/idempotency/long-bodies.ts';
import { judgeVariedAnswers } from '../../scenarios/idempotency/varied-answers.ts';
import { actsBefore } from '../../scenarios/operations/acts-before.ts';
import { freeTexts } from '../../scenarios/operations/declared-members.ts';
import { type OperationCase, operationCases } from '../../scenarios/operations/operation-case.ts';
import { unlessRefused } from '../../scenarios/unless-refused.ts';

/**
 * How a body is written: how many entries each list of objects has, more than a store for short answers holds, and which letters its texts
 * end with.
 */
interface Way {
  readonly entries: number | undefined;
  readonly lettered: 'every text' | 'all but the name' | 'none';
  readonly letters?: string;
}

/** Characters of two, three and four bytes in UTF-8; few, since a unit of measure is short. */
const LETTERS = 'èŁ€🚲';
/** The ones that can be written in Latin letters, as an invoice may require. */
const LATIN_LETTERS = 'èŁ€';

/** The first that the target accepts is judged. How long a list may be, and which characters an invoice may hold, is its choice. */
const WAYS: readonly Way[] = [
  { entries: 500, lettered: 'every text' },
  { entries: 500, lettered: 'every text', letters: LATIN_LETTERS },
  { entries: 500, lettered: 'none' },
  { entries: 60, lettered: 'every text' },
  { entries: undefined, lettered: 'every text' },
  { entries: undefined, lettered: 'all but the name' },
];

/** How many histories of up to ten steps. What each operation must do is judged apart from them. */
const HISTORIES = 4;

/** The keys in the order of their first use: every retry must return the first answer. */
interface Model {
  readonly uses: KeyedUse[];
}

/** IDEM-03: after a 2xx, a retry with the same key answers the same status and body, marked as replayed, whatever happened in between. */
export const idem03: Check = check('IDEM-03', { isolation: 'shared', weight: 3 }, async (context) => {
  const first = await judgeHistories(context);
  await judgeOperations(context);
  await context.part('long answers', { from: 'standard' }, () => judgeRichAnswers(context));
  await context.part('varied answers', { from: 'standard' }, async () => {
    // IDEM-10 judges those of changes.
    await judgeVariedAnswers(
      context,
      repeatableOperations(context).filter(({ effect }) => effect.kind !== 'update'),
    );
  });
  // A key is kept for hours, however many others were used since.
  if (first !== undefined) await judgeRetry(context, first, 'A retry after all other keys');
});

/** Histories of requests with keys, of requests that their keys refuse, and of changes and deletions. @returns the first use of all */
async function judgeHistories(context: CheckContext): Promise<KeyedUse | undefined> {
  const [creation, ...others] = repeatableOperations(context).filter(({ effect }) => effect.kind === 'create');
  if (creation === undefined) return undefined;
  const first = await unlessRefused(firstUse(context, creation));
  const which = fc.nat({ max: 5 });
  const steps = [
    fc.constantFrom(creation, ...others).map(request),
    which.map(retry),
    which.map(mismatch),
    which.map((one) => change(one, 'update')),
    which.map((one) => change(one, 'delete')),
  ];
  await context.forAll(histories(steps, 10), HISTORIES, async (history) => {
    const model: Model = { uses: [] };
    await request(creation).run(model, context);
    await takeSteps(history, model, context);
    for (const index of model.uses.keys()) {
      // One of them is always retried after a request that its key refuses.
      if (index === 0) await mismatch(index).run(model, context);
      await retry(index).run(model, context);
    }
  });
  return first;
}

/** Judges a retry of every operation at once, and after each change of its object. */
async function judgeOperations(context: CheckContext): Promise<void> {
  const uses: KeyedUse[] = [];
  await atEach(context, keyedOperations(context), async (one) => {
    const use = await firstUse(context, one);
    await judgeRetry(context, use, 'A retry with the same key');
    uses.push(use);
    const { update, delete: deletion } = use.object?.resource.operations ?? {};
    await judgeAfter(context, use, [update, deletion]);
    const acts = actsOn(use);
    if (!one.staysForGood && acts.length > 0) await judgeAfter(context, await firstUse(context, one), acts);
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
function request(one: OperationCase): HistoryStep<Model> {
  return {
    check: () => true,
    run: async ({ uses }, context) => {
      const use = await unlessRefused(firstUse(context, one));
      if (use !== undefined) uses.push(use);
    },
    toString: () => `a first ${one.operation}`,
  };
}

function retry(which: number): HistoryStep<Model> {
  return onUse(`a retry with key ${which + 1}`, which, (use, context) => judgeRetry(context, use, 'A retry with the same key'));
}

/** A mismatch, which IDEM-07 judges. Here it only happens in between. */
function mismatch(which: number): HistoryStep<Model> {
  return onUse(`another request with key ${which + 1}`, which, async (use, context) => {
    await context.send((await anotherCall(context, use, use.key)).call);
  });
}

function change(which: number, how: 'update' | 'delete'): HistoryStep<Model> {
  return onUse(`${how} of what key ${which + 1} created`, which, async ({ object }, context) => {
    const call = object && (await changeBy(context, object, object.resource.operations[how]));
    if (call !== undefined) await context.send(call);
  });
}

/** A step with one of the keys, or with the last one if there are fewer. */
function onUse(name: string, which: number, act: (use: KeyedUse, context: CheckContext) => Promise<void>): HistoryStep<Model> {
  return {
    check: ({ uses }) => uses.length > 0,
    run: async ({ uses }, context) => {
      const use = uses[Math.min(which, uses.length - 1)];
      if (use !== undefined) await act(use, context);
    },
    toString: () => name,
  };
}

/** Judges at each operation that a long answer with letters of many alphabets is stored unchanged (IDEM-03). */
async function judgeRichAnswers(context: CheckContext): Promise<void> {
  await atEach(context, repeatableOperations(context), async (one) => {
    const use = await richUse(context, one);
    if (use !== undefined) await judgeRetry(context, use, 'A retry of a request with long lists or letters of many alphabets');
  });
}

/** The first use of a key to write such an object or to act on one; undefined if the target accepts none. */
async function richUse(context: CheckContext, one: OperationCase): Promise<KeyedUse | undefined> {
  const { of = one.effect.resource } = one.effect;
  for (const way of WAYS.filter(({ entries }) => entries === undefined || hasLists(of))) {
    const use = await (one.effect.kind === 'act' ? richAct(context, one, way) : richWriting(context, one, way));
    if (use !== undefined) return use;
  }
  return undefined;
}

async function richWriting(context: CheckContext, one: OperationCase, way: Way): Promise<KeyedUse | undefined> {
  const key = context.freshKey();
  const prepared = await freshCall(context, one, key);
  const call = enriched(prepared.call, one, way);
  if (call === undefined) return undefined;
  const original = await context.send(call);
  return isSuccess(original) ? await asUse(one, key, { ...prepared, call }, original) : undefined;
}

async function richAct(context: CheckContext, one: OperationCase, way: Way): Promise<KeyedUse | undefined> {
  const { create } = resources[one.effect.of ?? one.effect.resource].operations;
  const cases = operationCases(context, one.company);
  const maker = cases.find(({ operation }) => operation === create);
  const object = maker && (await richWriting(context, maker, way))?.object;
  if (object === undefined) return undefined;
  const before = actsBefore(one.effect).flatMap((act) => cases.find(({ operation }) => operation === act) ?? []);
  // Any of these acts may refuse such an object.
  for (const { callFor } of before) if (!isSuccess(await context.send((await callFor(object)).call))) return undefined;
  const key = context.freshKey();
  const prepared = await one.callFor(object, key);
  const original = await context.send(prepared.call);
  return isSuccess(original) ? await asUse(one, key, prepared, original) : undefined;
}

function hasLists(name: ResourceName): boolean {
  return Object.values(resources[name].example ?? {}).some((value) => Array.isArray(value) && value.some(isObject));
}

/** Undefined if the operation has no body. */
function enriched(call: Call, { operation, effect }: OperationCase, { entries, lettered, letters = LETTERS }: Way): Call | undefined {
  const body = parseJson(call.body ?? 'null');
  if (!isObject(body)) return undefined;
  const long = Object.entries(body).map(([name, value]) => [name, entries === undefined ? value : manyOf(value, entries)] as const);
  const isLettered = (name: string): boolean =>
    lettered === 'every text' || (lettered !== 'none' && name !== resources[effect.resource].label);
  const texts = freeTexts(body, operation).map(([name, text]) => [name, isLettered(name) ? `${text}${letters}` : text] as const);
  return { ...call, body: writeJson({ ...Object.fromEntries(long), ...Object.fromEntries(texts) }) };
}
