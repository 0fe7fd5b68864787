import { objectOf } from '../../api/identity.ts';
import { resources } from '../../generated/resources.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Answer, Call } from '../../model/exchange.ts';
import { isObject, memberOf, writeJson } from '../../model/json.ts';
import { type OperationCase, operationCases } from '../operations/operation-case.ts';
import { createdObject } from '../operations/thing.ts';
import { asItIs, bodyOf, repeatableOperations } from './use.ts';

/** How often a gap must follow a retry. Where all documents share one sequence, other checks may take the number in between. */
const TRIES = 3;
const RETRIES = 2;

/**
 * Years in which nothing else is issued, so that a target that numbers by the year counts only the documents of one check. They lie in the
 * past, since no document is issued before its date.
 */
const FIRST_YEAR = 1971;
const YEARS = 50;

/** Numbers that a target assigns in sequence, by the member that shows them. */
type Numbers = ReadonlyMap<string, bigint>;

/**
 * Judges that retries use up no number (IDEM-04). An act that is done once may give an object the next number of a sequence. If two acts
 * in a row give consecutive numbers, so must two with only retries in between.
 */
export async function judgeNumbering(context: CheckContext): Promise<void> {
  for (const one of repeatableOperations(context).filter(({ effect }) => effect.once)) {
    const year = String(FIRST_YEAR + (Number.parseInt(context.freshKey(), 16) % YEARS));
    let gap: string | undefined;
    for (let tried = 0; tried < TRIES && (tried === 0 || gap !== undefined); tried += 1) gap = await gapAfterRetries(context, one, year);
    context.judge(gap === undefined, {
      message: `Retries at an object of ${one.effect.resource} must not use up a number of ${one.operation}.`,
      expected: 'the next number, as without retries',
      actual: String(gap),
    });
  }
}

/** Undefined if there is none, or if the numbers are not consecutive without retries either. */
async function gapAfterRetries(context: CheckContext, one: OperationCase, year: string): Promise<string | undefined> {
  const taken: Numbers[] = [];
  for (const isRetried of [false, false, true, false]) taken.push(await nextNumbers(context, one, year, isRetried));
  for (const member of taken[0]?.keys() ?? []) {
    const [first, second, retried, after] = taken.map((numbers) => numbers.get(member));
    if (first === undefined || second !== first + 1n || retried !== second + 1n) continue;
    if (after !== undefined && after > retried + 1n) return `${member} ${after} after ${retried}`;
  }
  return undefined;
}

/** The numbers that the next object gets. @param isRetried whether every call for it is retried, and those that may come after */
async function nextNumbers(
  context: CheckContext,
  { company, operation, effect }: OperationCase,
  year: string,
  isRetried: boolean,
): Promise<Numbers> {
  const cases = operationCases(context, company);
  const { create, update } = resources[effect.resource].operations;
  const calls: Call[] = [];
  const take = async (call: Call): Promise<Answer> => {
    calls.push(inYear(call, year));
    return await context.prepare(inYear(call, year));
  };
  const key = (): string | undefined => (isRetried ? context.freshKey() : undefined);
  const made = await cases.find((one) => one.operation === create)?.prepare(key());
  if (made?.draft === undefined) return new Map();
  const object = createdObject(effect.resource, company, made.draft, await take(made.call));
  const later = cases.filter(({ effect: { after } }) => after === operation);
  const around = (some: readonly OperationCase[]): readonly OperationCase[] => (isRetried ? some : []);
  const acts = [
    ...around(cases.filter((one) => one.operation === update)),
    ...cases.filter((one) => one.operation === operation),
    ...around(later),
  ];
  let answer: Answer | undefined;
  for (const act of acts) {
    const present = act.effect.kind === 'update' ? await asItIs(context, object) : object;
    const given = await take((await act.callFor(present, key())).call);
    if (act.operation === operation) answer = given;
  }
  for (let retry = 0; isRetried && retry < RETRIES; retry += 1) for (const call of calls) await context.send(call);
  const shown = answer && objectOf(answer, 'id');
  // Members of the body do not count: the client set them.
  const { body } = made.draft;
  const given = isObject(shown) ? Object.entries(shown).filter(([name]) => name !== 'id' && memberOf(body, name) === undefined) : [];
  return new Map(given.flatMap(([name, value]) => (/^\d{1,18}$/.test(String(value)) ? [[name, BigInt(String(value))] as const] : [])));
}

/** The call with every date of its body in that year. */
function inYear(call: Call, year: string): Call {
  const body = bodyOf(call);
  if (body === undefined) return call;
  const dated = Object.entries(body).map(([name, value]) => [
    name,
    typeof value === 'string' ? value.replace(/^\d{4}(?=-\d\d-\d\d$)/, year) : value,
  ]);
  return { ...call, body: writeJson(Object.fromEntries(dated)) };
}
