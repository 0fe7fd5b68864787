import { objectOf } from '../../api/identity.ts';
import { resources } from '../../generated/resources.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Answer, Call } from '../../model/exchange.ts';
import { isObject, type JsonObject, memberOf, parseJson, writeJson } from '../../model/json.ts';
import { type OperationCase, operationCases } from '../operations/operation-case.ts';
import { createdObject, type StoredObject } from '../operations/stored-object.ts';
import { asItIs, repeatableOperations } from './keyed-use.ts';

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
    const row = new NumberedRow(context, one);
    let gap: string | undefined;
    for (let tried = 0; tried < TRIES && (tried === 0 || gap !== undefined); tried += 1) gap = await row.gap();
    context.judge(gap === undefined, {
      message: `Retries at an object of ${one.effect.resource} must not use up a number of ${one.operation}.`,
      expected: 'the next number, as without retries',
      actual: String(gap),
    });
  }
}

class NumberedRow {
  readonly #context: CheckContext;
  readonly #case: OperationCase;
  readonly #year: string;

  constructor(context: CheckContext, one: OperationCase) {
    this.#context = context;
    this.#case = one;
    const digits = BigInt(`0x${context.freshKey().replaceAll('-', '')}`);
    this.#year = String(FIRST_YEAR + Number(digits % BigInt(YEARS)));
  }

  /** A gap after retries; undefined if there is none, or if the numbers are not consecutive without retries either. */
  async gap(): Promise<string | undefined> {
    const [first, second] = [await this.#next(false), await this.#next(false)];
    const [third, fourth] = [await this.#next(true), await this.#next(false)];
    for (const [member, number] of second) {
      const [before, retried, after] = [first, third, fourth].map((numbers) => numbers.get(member));
      const isRow = before === number - 1n && retried === number + 1n;
      if (isRow && after !== undefined && after > number + 2n) return `${member} ${after} after ${retried}`;
    }
    return undefined;
  }

  /** The numbers that the next object gets. @param isRetried whether every call for it is retried */
  async #next(isRetried: boolean): Promise<Numbers> {
    const { company, operation, effect } = this.#case;
    const cases = operationCases(this.#context, company);
    const calls: Call[] = [];
    const take = async (call: Call): Promise<Answer> => {
      calls.push(call);
      return await this.#context.prepare(call);
    };
    const caseOf = (id: string | undefined): OperationCase | undefined => cases.find((one) => one.operation === id);
    const key = (): string | undefined => (isRetried ? this.#context.freshKey() : undefined);
    const { create, update } = resources[effect.resource].operations;
    const made = await caseOf(create)?.prepare(key());
    if (made?.draft === undefined) return new Map();
    const object = createdObject(effect.resource, company, made.draft, await take(this.#inOwnYear(made.call)));
    const act = async (one: OperationCase | undefined): Promise<Answer | undefined> =>
      one && (await take(this.#inOwnYear((await one.callFor(await this.#asItIs(object, one), key())).call)));
    if (isRetried) await act(caseOf(update));
    const answer = await act(this.#case);
    if (isRetried) for (const later of cases.filter(({ effect: { after } }) => after === operation)) await act(later);
    if (isRetried) for (let retry = 0; retry < RETRIES; retry += 1) for (const call of calls) await this.#context.send(call);
    return answer === undefined ? new Map() : numbersIn(answer, made.draft.body);
  }

  async #asItIs(object: StoredObject, { effect }: OperationCase): Promise<StoredObject> {
    return effect.kind === 'update' ? await asItIs(this.#context, object) : object;
  }

  /** The call with every date of its body in that year. */
  #inOwnYear(call: Call): Call {
    const body = call.body === undefined ? undefined : parseJson(call.body);
    if (!isObject(body)) return call;
    const dated = Object.entries(body).map(([name, value]) => [
      name,
      typeof value === 'string' ? value.replace(/^\d{4}(?=-\d\d-\d\d$)/, this.#year) : value,
    ]);
    return { ...call, body: writeJson(Object.fromEntries(dated)) };
  }
}

/** The members of an answer that are whole numbers, or texts of digits only. Members of the body do not count: the client set them. */
function numbersIn(answer: Answer, body: JsonObject): Numbers {
  const object = objectOf(answer, 'id');
  const given = isObject(object) ? Object.entries(object).filter(([name]) => name !== 'id' && memberOf(body, name) === undefined) : [];
  return new Map(given.flatMap(([name, value]) => (/^\d{1,18}$/.test(String(value)) ? [[name, BigInt(String(value))] as const] : [])));
}
