import { createdId } from '../../api/identity.ts';
import { limited, nextPage } from '../../api/paging.ts';
import { createsForGood, isServed } from '../../api/requests.ts';
import { PAGE_ENTRIES_MAX } from '../../generated/limits.ts';
import { type OperationId, operations } from '../../generated/operations.ts';
import { type Resource, resources } from '../../generated/resources.ts';
import { isSuccess } from '../../http/answer.ts';
import { type Check, over } from '../../model/check.ts';
import type { CheckContext } from '../../model/check-context.ts';
import { JUDGED } from '../../model/evidence.ts';
import type { Answer } from '../../model/exchange.ts';
import { isObject, type Json, type JsonObject, sameJson, writeJson } from '../../model/json.ts';
import { freshCall } from '../../scenarios/idempotency/use.ts';
import { type Addition, additionsTo, manyBodies, withAdditions } from '../../scenarios/operations/declared-members.ts';
import { boundOperations, type OperationCase, type Prepared } from '../../scenarios/operations/operation-case.ts';
import { isDeclaredBody } from '../../scenarios/record/declared.ts';
import { failsAgain } from '../../scenarios/record/sent-again.ts';
import { ServerFaults, type Suspect } from '../../scenarios/record/server-faults.ts';
import { callTheRest } from '../../scenarios/record/uncalled.ts';
import { whereItCan } from '../../scenarios/unless-refused.ts';

/** Replacements for a value. The first one that the contract allows is sent. */
type Odd = (value: string) => readonly string[];

const after =
  (ending: string): Odd =>
  (text) => [`${text} ${ending}`];

/** Lengths from more than any text of the contract may have, down to a short one. */
const LENGTHS = [20_000, 10_000, 4_000, 2_000, 1_000, 500, 255, 200, 140, 120, 100, 80, 60, 40];

/**
 * Values that the contract allows but decoders, databases and escapes get wrong, for every text and number of a body at once. Those of a
 * group are sent together, and each alone if the target refuses them together.
 */
const ODD: readonly (readonly Odd[])[] = [
  [
    // Four bytes in UTF-8, two units in UTF-16.
    after('🚲 𝒳'),
    // Right-to-left scripts, Chinese characters, and a combining accent.
    after('שלום مرحبا 漢字 e\u0301'),
    after('\'"\\ <b>&amp; %20 {0} --'),
    (text) => (/^-?\d+(\.\d+)?$/.test(text) ? ['0.00000001', '0.01', '0.00', '0'] : []),
  ],
  [
    (text) => LENGTHS.map((length) => text.padEnd(length, 'x')),
    (text) => (/^-?\d+(\.\d+)?$/.test(text) ? ['99999999999.99999999', '99999999999.99', '100.00', '999999'] : []),
  ],
];

interface Leaf {
  readonly path: readonly (string | number)[];
  readonly value: string;
}

/** ERR-03: a valid request is not answered 500, which HTTP defines as a fault of the service. */
export const err03: Check = over(
  'ERR-03',
  1,
  ({ target }) => new ServerFaults(target),
  async (context, faults) => {
    await callTheRest(context, faults.judged);
    await sendOddValues(context);
    const broken: Broken[] = [];
    for (const { id } of Object.values(operations)) {
      const found = await brokenBy(context, faults, faults.suspects(id));
      if (found !== undefined) broken.push(found);
      else if (faults.times.of(id) > 0)
        context.leaveUnjudged(
          `${id}, which answered with a fault of its own ${faults.times.of(id)} times, but never to a right request that was sent again`,
        );
    }
    const told = broken.map(({ suspect: { operation, answer } }) => `${operation} ${answer.status} (${faults.times.of(operation)} times)`);
    context.judge(broken.length === 0, {
      message: `The service must not answer right requests with a fault of its own: ${broken.map(({ suspect }) => suspect.operation).join(', ')}.`,
      expected: '2xx, or a refusal',
      actual: `${told.join('; ')}, and again on each new try`,
      about: { [JUDGED]: broken[0]?.again, 'the earlier answers': broken.map(({ suspect }) => suspect.answer) },
    });
  },
);

interface Broken {
  readonly suspect: Suspect;
  readonly again: Answer;
}

/** The first suspect call of an operation that fails on each new try. */
async function brokenBy(context: CheckContext, faults: ServerFaults, suspects: readonly Suspect[]): Promise<Broken | undefined> {
  for (const suspect of suspects) {
    const { operation } = suspect;
    const isTaken = faults.isAccepted(operation);
    // A target may lack operations that the source does not state, or have them in another form.
    if (!isTaken && operations[operation].level !== 'stated') continue;
    const again = await context.part(operation, () => failsAgain(context, suspect, isTaken));
    if (again !== undefined) return { suspect, again };
  }
  return undefined;
}

/** Creates and changes objects with rare values that the contract allows, then reads each object and acts on it. */
async function sendOddValues(context: CheckContext): Promise<void> {
  const isSpared = ({ effect: { resource } }: OperationCase): boolean => {
    const { create } = resources[resource].operations;
    return create === undefined || createsForGood(context, create);
  };
  const writes = boundOperations(context).filter(({ effect }) => ['create', 'update'].includes(effect.kind));
  for (const one of writes.filter((write) => !isSpared(write))) await whereItCan(() => writeOdd(context, one));
  for (const one of boundOperations(context)) if (one.effect.kind === 'list') await whereItCan(() => readOdd(context, one));
}

/** Reads the list without a limit, with the longest pages, and the second of the shortest pages. */
async function readOdd(context: CheckContext, one: OperationCase): Promise<void> {
  const { call } = await one.prepare();
  await context.send(call);
  await context.send(limited(call, PAGE_ENTRIES_MAX));
  const next = nextPage(call, await context.send(limited(call, 1)));
  if (next !== undefined) await context.send(next);
}

async function writeOdd(context: CheckContext, one: OperationCase): Promise<void> {
  const resource = resources[one.effect.resource];
  const additions = await takenAdditions(context, one, resource);
  const isTaken = async (odd: readonly Odd[]): Promise<boolean> => {
    const prepared = await freshCall(context, one);
    const usual = withAdditions(prepared.draft?.body ?? {}, additions);
    const body = odd.reduce((whole, next) => oddBody(one.operation, whole, next, resource), usual);
    if (sameJson(body, usual)) return true;
    const answer = await context.send({ ...prepared.call, body: writeJson(body) });
    if (isSuccess(answer)) await useIt(context, one, prepared, answer);
    return isSuccess(answer);
  };
  for (const group of context.some(ODD)) if (!(await isTaken(group))) for (const odd of group) await isTaken([odd]);
}

/** All further members of the contract, if the target accepts them together. */
async function takenAdditions(context: CheckContext, one: OperationCase, resource: Resource): Promise<readonly Addition[]> {
  const { call, draft } = await freshCall(context, one);
  if (draft === undefined || resource.name === 'webhook') return [];
  const additions = additionsTo(draft.body, manyBodies(one.operation), resource);
  if (additions.length === 0) return [];
  return isSuccess(await context.send({ ...call, body: writeJson(withAdditions(draft.body, additions)) })) ? additions : [];
}

/** Reads the written object and acts on it. */
async function useIt(context: CheckContext, { effect, company }: OperationCase, { object }: Prepared, answer: Answer): Promise<void> {
  const { operations, acts, setting } = resources[effect.resource];
  const id = object?.id ?? createdId(answer, setting);
  if (id === undefined) return;
  for (const operation of [operations.read, ...acts])
    if (operation !== undefined && isServed(context, operation)) await context.send((await context.api()).call(operation, { company, id }));
}

function oddBody(operation: OperationId, body: JsonObject, odd: Odd, { references, token }: Resource): JsonObject {
  const isKept = (path: readonly (string | number)[]): boolean => {
    const names = path.map((step) => (typeof step === 'number' ? '*' : step));
    return names[0] === 'Url' || names[0] === token || references.some((reference) => sameJson(reference.path, names));
  };
  return leaves(body).reduce((whole, { path, value }) => {
    if (isKept(path)) return whole;
    const written = odd(value).map((other) => withAdditions(whole, [{ path, value: other }]));
    return written.find((other) => isDeclaredBody(operation, other)) ?? whole;
  }, body);
}

/** All texts in a body. */
function leaves(value: Json, path: readonly (string | number)[] = []): readonly Leaf[] {
  if (typeof value === 'string') return [{ path, value }];
  if (Array.isArray(value)) return value.flatMap((entry: Json, index) => leaves(entry, [...path, index]));
  return isObject(value) ? Object.entries(value).flatMap(([name, member]) => leaves(member, [...path, name])) : [];
}
