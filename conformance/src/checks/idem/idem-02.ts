import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { isReplayed, isSuccess } from '../../http/answer.ts';
import { type Check, check } from '../../model/check.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Answer } from '../../model/exchange.ts';
import { memberOf } from '../../model/json.ts';
import { judgeExecuted, judgeNotReplayed } from '../../scenarios/idempotency/answers.ts';
import { asUse, atEach, freshCall, keyedOperations, repeatableOperations, type Use } from '../../scenarios/idempotency/use.ts';
import type { OperationCase } from '../../scenarios/operations/operation-case.ts';
import { shownNow } from '../../scenarios/operations/thing.ts';
import { wrongWays } from '../../scenarios/refusals/wrong-ways.ts';
import { changeHexDigit } from '../../scenarios/values/near-uuid.ts';
import { isSameName } from '../../scenarios/values/texts.ts';

/** Two keys that a careless store confuses. */
type KeyPair = readonly [first: string, second: string];

interface NearKeys {
  /** What they differ by. */
  readonly by: string;
  /** Pairs made from a new UUID. The target need not accept all of them. */
  readonly pairs: (key: string) => readonly KeyPair[] | Promise<readonly KeyPair[]>;
  /** Whether they are UUIDs too, which every target accepts. */
  readonly areUuids?: boolean;
}

/** Lengths of keys, the longest first: how long a key may be is the target's choice. */
const LENGTHS = [255, 128, 64];

/** The source says of a key only that it is a unique value. A UUID is its example. */
const nearKeys: readonly NearKeys[] = [
  { by: 'the case of its letters', pairs: (key) => [[`${key}-aB`, `${key}-Ab`]] },
  { by: 'the last of many characters', pairs: (key) => LENGTHS.map((length) => [long(key, length, '1'), long(key, length, '2')]) },
  { by: 'one more character', pairs: (key) => [[`${key}-1`, `${key}-11`]] },
  { by: 'the order of its characters', pairs: (key) => [[`${key}-12`, `${key}-21`]] },
  { by: 'the last digit of a long number', pairs: (key) => [[`${numberOf(key)}1`, `${numberOf(key)}2`]] },
  { by: 'a zero before a number', pairs: (key) => [[numberOf(key), `0${numberOf(key)}`]] },
  { by: 'one more space', pairs: (key) => [[`${key} 1`, `${key}  1`]] },
  { by: 'an escape', pairs: (key) => [[`${key}-%41`, `${key}-A`]] },
  { by: 'an accent', pairs: (key) => [[`${key}-\u00e9`, `${key}-e`]] },
  // Both have the same CRC-32, whatever comes before.
  { by: 'what a checksum does not see', pairs: (key) => [[`${key}-plumless`, `${key}-buckeroo`]] },
  { by: 'the end of a hash', pairs: async (key) => [await ofOneHash(key)] },
];

/** Hashes to try: two of them almost always begin alike. */
const MOST_HASHED = 400_000;
const AT_ONCE = 5_000;
/** Characters of a hash in hexadecimal: 32 bits. */
const BEGINNING = 8;

/** IDEM-02: the first request with a key is executed normally and is not marked as replayed, however near the key is to a used one. */
export const idem02: Check = check('IDEM-02', { isolation: 'shared', weight: 3 }, async (context) => {
  await atEach(context, keyedOperations(context), async (one) => {
    const [key, what] = [context.freshKey(), `The first request with a key (${one.operation})`];
    const prepared = await freshCall(context, one, key);
    const answer = await context.sendJudged(prepared.call, '2xx');
    // The control: without a key the request is accepted.
    if (!isSuccess(answer) && !one.staysForGood) await usedWithoutKey(context, one);
    judgeExecuted(context, answer, what);
    if (one.staysForGood) return;
    const isCreation = one.effect.kind === 'create';
    // Code that compares a part of a key often leaves out its end.
    for (const near of isCreation ? context.some([0, 35]) : [35]) await judgeNear(context, one, otherDigit(near), key);
    if (isCreation) await context.part(`mended ${one.operation}`, { from: 'standard' }, () => judgeMended(context, one));
    const takesEffect = await showsName(context, await asUse(one, prepared, answer));
    if (takesEffect === false && (await showsName(context, await usedWithoutKey(context, one))) !== true) return;
    context.judge(takesEffect !== false, {
      message: `${what} must take effect.`,
      expected: 'the object with the name that was sent',
      actual: 'another name, or no object',
    });
  });
  const creations = repeatableOperations(context).filter(({ effect }) => effect.kind === 'create');
  for (const [index, near] of context.some(nearKeys).entries()) {
    const one = creations[index % creations.length];
    if (one !== undefined) await context.part(`keys that differ by ${near.by}`, () => judgeNear(context, one, near));
  }
});

async function usedWithoutKey(context: CheckContext, one: OperationCase): Promise<Use> {
  const prepared = await freshCall(context, one);
  return await asUse(one, prepared, await context.prepare(prepared.call));
}

/** Judges the first use of each of two keys that a careless store confuses, or of the second if the first was used already. */
async function judgeNear(
  context: CheckContext,
  one: OperationCase,
  { by, pairs, areUuids = false }: NearKeys,
  used?: string,
): Promise<void> {
  const sent = async (key: string): Promise<Answer> => await context.sendJudged((await freshCall(context, one, key)).call, '2xx');
  const isTaken = (answer: Answer): boolean => areUuids || isReplayed(answer) || isSuccess(answer);
  for (const [index, [key, other]] of (await pairs(used ?? context.freshKey())).entries()) {
    if (used === undefined) {
      const first = await sent(key);
      // A target may refuse keys that are not UUIDs.
      if (!isTaken(first)) continue;
      judgeExecuted(context, first, `The first request with a key (${one.operation})`);
    }
    const second = await sent(other);
    if (!isTaken(second)) {
      // The control: such a key is accepted if no similar one was used.
      const [, alone = ''] = (await pairs(context.freshKey()))[index] ?? [];
      if (!isSuccess(await sent(alone))) return;
    }
    return judgeExecuted(context, second, `The first request with a key that differs by ${by} from a used one (${one.operation})`);
  }
}

/** Judges that a first creation is not marked as replayed, even after refusals with the same key. IDEM-16 judges each other operation. */
async function judgeMended(context: CheckContext, one: OperationCase): Promise<void> {
  const { call } = await one.prepare(context.freshKey());
  for (const wrong of wrongWays(context, one, call)) if (isSuccess(await context.send(wrong))) return;
  const answer = await context.sendJudged(call, 'anything but a success that is marked as replayed');
  if (isSuccess(answer)) judgeNotReplayed(context, answer, `A first execution with a key that was refused before (${one.operation})`);
}

/** Whether the object has the name that was sent. Undefined if it has no name. */
async function showsName(context: CheckContext, { object, draft }: Use): Promise<boolean | undefined> {
  if (object === undefined || draft?.label === undefined || object.resource.label === undefined) return undefined;
  return isSameName(memberOf(await shownNow(context, object), object.resource.label), draft.label);
}

/** Two UUIDs that differ in one digit. */
function otherDigit(position: number): NearKeys {
  return { by: `digit ${position + 1}`, areUuids: true, pairs: (key) => [[key, changeHexDigit(key, position)]] };
}

function long(key: string, length: number, end: string): string {
  return key.padEnd(length - 1, 'k') + end;
}

/** The digits of a UUID as a number that no double holds. */
function numberOf(key: string): string {
  return BigInt(`0x1${key.replaceAll('-', '')}`).toString();
}

/** Two keys whose SHA-256 begins with the same 32 bits. */
async function ofOneHash(key: string): Promise<KeyPair> {
  const seen = new Map<string, string>();
  for (let count = 0; count < MOST_HASHED; count += 1) {
    const [one, place] = [`${key}-${count}`, count % AT_ONCE];
    const beginning = createHash('sha256').update(one).digest('hex').slice(0, BEGINNING);
    const other = seen.get(beginning);
    if (other !== undefined) return [other, one];
    seen.set(beginning, one);
    if (place === 0) await setImmediate();
  }
  return [`${key}-1`, `${key}-2`];
}
