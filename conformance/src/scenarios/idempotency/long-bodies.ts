import { resources } from '../../generated/resources.ts';
import { isReplayed, isSuccess } from '../../http/answer.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Call } from '../../model/exchange.ts';
import { isObject, type Json, type JsonObject, parseJson, writeJson } from '../../model/json.ts';
import type { OperationCase, Prepared } from '../operations/operation-case.ts';
import { asUse, freshCall, judgeRetry } from './keyed-use.ts';

/** How many spaces to try on either side of the members: more than a service reads at once. How long a body may be is its choice. */
const SPACES: readonly number[] = [70_000, 9_000, 1_100];

/** Entries of a list: more than fit into a short text. */
const MANY_ENTRIES = 60;

/** Writes a long body with this name. */
type Writing = (name: string) => string;

/** Judges at one operation that two long bodies count as different even if they differ far from both ends (IDEM-07). */
export async function judgeLongBodies(context: CheckContext, one: OperationCase): Promise<void> {
  await judgeFirstTaken(
    context,
    one,
    SPACES.map((spaces) => (body, label) => (name) => amidSpaces(body, label, name, spaces)),
  );
  const lists = Object.values(resources[one.effect.resource].example ?? {}).filter(Array.isArray);
  if (lists.some((entries) => entries.some(isObject)))
    await judgeFirstTaken(context, one, [(body, label) => (name) => behindEntries(body, label, name)]);
}

async function judgeFirstTaken(
  context: CheckContext,
  one: OperationCase,
  writings: readonly ((body: JsonObject, label: string) => Writing)[],
): Promise<void> {
  const { label } = resources[one.effect.resource];
  for (const writing of writings) {
    const key = context.freshKey();
    const prepared = await freshCall(context, one, key);
    const body = parseJson(prepared.call.body ?? 'null');
    const name = label !== undefined && isObject(body) ? body[label] : undefined;
    if (label === undefined || !isObject(body) || typeof name !== 'string') return;
    const write = writing(body, label);
    const written = (text: string): Call => ({ ...prepared.call, body: write(text) });
    if (await judgeTwo(context, one, key, { ...prepared, call: written(name) }, written(context.fresh()))) return;
  }
}

/** Whether the target accepted the first body. */
async function judgeTwo(context: CheckContext, one: OperationCase, key: string, first: Prepared, second: Call): Promise<boolean> {
  const original = await context.send(first.call);
  if (!isSuccess(original)) return false;
  const answer = await context.sendOther(second);
  // A change may be refused for another reason too: its token is stale by now.
  const isRefused = answer.status === 422 || one.effect.kind === 'update';
  context.judge(isRefused && !isSuccess(answer) && !isReplayed(answer), {
    message: `The same key with another long body (${one.operation}) must be refused.`,
    expected: '422',
    actual: `${answer.status}${isReplayed(answer) ? ', marked as replayed' : ''}`,
  });
  await judgeRetry(context, await asUse(one, key, first, original), 'A retry after a request with another long body');
  return true;
}

function amidSpaces(body: JsonObject, label: string, name: string, spaces: number): string {
  const [space, text] = [' '.repeat(spaces), writeJson({ ...body, [label]: name })];
  return `{${space}${text.slice(1, -1)}${space}}`;
}

/** Writes many entries before the name, for services that compare parsed bodies instead of bytes. */
function behindEntries(body: JsonObject, label: string, name: string): string {
  const { [label]: _name, ...others } = body;
  const long = Object.entries(others).map(([member, value]) => [member, manyOf(value, MANY_ENTRIES)] as const);
  return writeJson({ ...Object.fromEntries(long), [label]: name });
}

/** A list of objects with its only entry repeated this often. */
export function manyOf(value: Json, count: number): Json {
  const [entry, ...others] = Array.isArray(value) ? value : [];
  return isObject(entry) && others.length === 0 ? Array.from({ length: count }, () => entry) : value;
}
