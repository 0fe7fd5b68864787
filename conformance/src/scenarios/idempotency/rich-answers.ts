import { type ResourceName, resources } from '../../generated/resources.ts';
import { isSuccess } from '../../http/answer.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Call } from '../../model/exchange.ts';
import { isObject, parseJson, writeJson } from '../../model/json.ts';
import { actsBefore } from '../operations/acts-before.ts';
import { freeTexts } from '../operations/declared-members.ts';
import { type OperationCase, operationCases } from '../operations/operation-case.ts';
import type { KeyedUse } from './keyed-use.ts';
import { asUse, atEach, freshCall, judgeRetry, repeatableOperations } from './keyed-use.ts';
import { manyOf } from './long-bodies.ts';

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

/** Judges at each operation that a long answer with letters of many alphabets is stored unchanged (IDEM-03). */
export async function judgeRichAnswers(context: CheckContext): Promise<void> {
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
