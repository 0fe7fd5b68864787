import { type ResourceName, resources } from '../../generated/resources.ts';
import { isSuccess } from '../../http/answer.ts';
import type { CheckContext } from '../../model/check-context.ts';
import { isObject, type Json, type JsonObject, writeJson } from '../../model/json.ts';
import { actsBefore } from '../operations/available-object.ts';
import { freeTexts, memberVariants, type Variant, webhookVariants } from '../operations/declared-members.ts';
import { type OperationCase, operationCases, type Prepared } from '../operations/operation-case.ts';
import { asUse, atEach, bodyOf, freshCall, judgeRetry, type Use } from './use.ts';

/**
 * How a body is written: how many entries each list of objects has, more than a store for short answers holds, and which letters its texts
 * end with.
 */
interface Way {
  readonly entries?: number;
  readonly lettered?: 'every text' | 'all but the name';
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
  { entries: 500 },
  { entries: 60, lettered: 'every text' },
  { lettered: 'every text' },
  { lettered: 'all but the name' },
];

/**
 * Judges at each of these operations that its answer is stored unchanged (IDEM-03, IDEM-10): with all declared members if the target accepts
 * them together, with long lists, and with letters of many alphabets. Webhooks are tried for each audience.
 */
export async function judgeVariedAnswers(context: CheckContext, cases: readonly OperationCase[]): Promise<void> {
  await atEach(context, cases, async (one) => {
    const writer = writerFor(context, one);
    for (const variants of writer === undefined ? [] : variantsOf(writer))
      for (const variant of variants) {
        const use = await variedUse(context, one, writer ?? one, variant);
        if (use === undefined) continue;
        await judgeRetry(context, use, 'A retry of a request with a varied body');
        break;
      }
  });
}

/** The operation that writes what another acts on. */
function writerFor(context: CheckContext, one: OperationCase): OperationCase | undefined {
  const { kind, resource, of = resource } = one.effect;
  if (kind !== 'act') return one;
  return operationCases(context, one.company).find(({ operation }) => operation === resources[of].operations.create);
}

/** Lists of variants. Of each list, the first that the target accepts is judged. */
function variantsOf(writer: OperationCase): readonly (readonly Variant[])[] {
  const { operation, effect } = writer;
  const resource = resources[effect.resource];
  const ways = WAYS.filter(({ entries }) => entries === undefined || hasLists(effect.resource)).map((way) => writtenIn(way, writer));
  if (effect.resource === 'webhook') return [...webhookVariants.map((variant) => [variant]), ways];
  const [whole = (body): JsonObject => body] = memberVariants(operation, resource);
  return [ways.flatMap((way) => [(body) => way(whole(body)), way])];
}

function hasLists(name: ResourceName): boolean {
  return Object.values(resources[name].example ?? {}).some((value) => Array.isArray(value) && value.some(isObject));
}

function writtenIn({ entries, lettered, letters = LETTERS }: Way, { operation, effect }: OperationCase): Variant {
  const { label } = resources[effect.resource];
  const isLettered = (name: string): boolean => lettered === 'every text' || (lettered !== undefined && name !== label);
  return (body) => {
    const long = Object.entries(body).map(([name, value]) => [name, entries === undefined ? value : manyOf(value, entries)] as const);
    const texts = freeTexts(body, operation).map(([name, text]) => [name, isLettered(name) ? `${text}${letters}` : text] as const);
    return { ...Object.fromEntries(long), ...Object.fromEntries(texts) };
  };
}

/** A list of objects with its only entry repeated this often. */
export function manyOf(value: Json, count: number): Json {
  const [entry, ...others] = Array.isArray(value) ? value : [];
  return isObject(entry) && others.length === 0 ? Array.from({ length: count }, () => entry) : value;
}

/** The first use of a key with such a body, or on an object that was written so. Undefined if the target does not accept it. */
async function variedUse(context: CheckContext, one: OperationCase, writer: OperationCase, variant: Variant): Promise<Use | undefined> {
  const prepared = await freshCall(context, writer, context.freshKey());
  const body = bodyOf(prepared.call);
  const written = body && (await acceptedUse(context, writer, { ...prepared, call: { ...prepared.call, body: writeJson(variant(body)) } }));
  if (one === writer || written?.object === undefined) return written;
  const { object } = written;
  const cases = operationCases(context, one.company);
  const before = actsBefore(one.effect).flatMap((act) => cases.find(({ operation }) => operation === act) ?? []);
  // Any of these acts may refuse such an object.
  for (const { callFor } of before) if (!isSuccess(await context.send((await callFor(object)).call))) return undefined;
  return await acceptedUse(context, one, await one.callFor(object, context.freshKey()));
}

async function acceptedUse(context: CheckContext, one: OperationCase, prepared: Prepared): Promise<Use | undefined> {
  const original = await context.send(prepared.call);
  return isSuccess(original) ? await asUse(one, prepared, original) : undefined;
}
