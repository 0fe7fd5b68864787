import { entriesOf, readList, readPages } from '../../api/listing.ts';
import { effects, resources } from '../../generated/resources.ts';
import { isSuccess, json } from '../../http/answer.ts';
import { type Check, check } from '../../model/check.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Answer, Call } from '../../model/exchange.ts';
import { memberOf, writeJson } from '../../model/json.ts';
import { asOtherUser } from '../../scenarios/as-other-user.ts';
import { inWords, judgeNotReplayed, sameAnswer } from '../../scenarios/idempotency/answers.ts';
import { atEach, changeBy, makingUse, withKey } from '../../scenarios/idempotency/use.ts';
import { ownObject } from '../../scenarios/operations/available-object.ts';
import { boundOperations, type OperationCase, operationCases, tokenOf } from '../../scenarios/operations/operation-case.ts';
import { identifierIn, type Thing } from '../../scenarios/operations/thing.ts';
import { observerOf } from '../../scenarios/webhooks/observer.ts';
import { lookUntil } from '../../wait/arrives.ts';

/** What counts in an answer to a GET: what the target does not change by itself. Undefined if the answer does not tell. */
type View = (answer: Answer, get: Call) => string | undefined | Promise<string | undefined>;

/** An object, and the keys that created or changed it. */
interface Made {
  readonly object: Thing;
  readonly keys: readonly string[];
}

/** Comparisons to try, since other checks may change the state meanwhile. */
const LOOKS = 5;

/** How often a difference must show: one that other checks cause passes, a stored answer stays. */
const TIMES_SEEN = 2;

/** IDEM-14: GET and DELETE do not need a key: a GET with a key shows the present state, never a stored response. */
export const idem14: Check = check('IDEM-14', { isolation: 'shared', weight: 3 }, async (context) => {
  const asOther = context.isQuick ? undefined : await asOtherUser(context);
  await atEach(context, boundOperations(context), async (one) => {
    if (one.effect.kind === 'delete') return await judgeDelete(context, one);
    const made = one.effect.kind === 'list' ? undefined : await madeFor(context, one);
    const { call: plain } = await (made === undefined ? one.prepare() : one.callFor(made.object));
    const own = context.freshKey();
    const early = await context.prepare(withKey(plain, own));
    judgeNotReplayed(context, early, one.operation);
    // A list is read to its end, since a new object may be on the last page.
    if (made === undefined) await readPages(withKey(plain, own), (call) => context.send(call));
    const { keys, view } = await (made === undefined ? listGrown(context, one) : changed(context, one, made, { plain, early }));
    for (const key of [own, ...keys]) await judgePresent(context, one, plain, { key, isUsed: key !== own, view });
    // The other user need not see the object, so the whole answer counts.
    if (asOther !== undefined) await judgePresent(context, one, asOther(plain), { key: own, isUsed: false, view: wholeText });
  });
});

/** Judges that a GET under a key shows what it shows without one. It may refuse a key that a request of another method has used. */
async function judgePresent(
  context: CheckContext,
  { operation }: OperationCase,
  plain: Call,
  { key, isUsed, view }: Readonly<{ key: string; isUsed: boolean; view: View }>,
): Promise<void> {
  const keyed = withKey(plain, key);
  const viewOf = (answer: Answer, get: Call): ReturnType<View> => (isSuccess(answer) ? view(answer, get) : String(answer.status));
  let [before, differing]: [string | undefined, number] = [undefined, 0];
  for (let look = 0; look < LOOKS; look += 1) {
    const answer = await context.sendJudged(keyed, 'the same as without a key');
    judgeNotReplayed(context, answer, operation);
    if (isUsed && !isSuccess(answer)) return;
    const [actual, expected] = [await viewOf(answer, keyed), await viewOf(await context.send(plain), plain)];
    if (actual === undefined || expected === undefined) return;
    if (expected === before && expected !== actual) differing += 1;
    if (expected === actual || differing === TIMES_SEEN)
      return context.judge(expected === actual, { message: `${operation} with a key must show the present state.`, expected, actual });
    before = expected;
  }
}

/** An object: a new one, made with a key if it can be. */
async function madeFor(context: CheckContext, one: OperationCase): Promise<Made> {
  const { resource, of = resource } = one.effect;
  const use = await makingUse(context, one);
  if (use?.object !== undefined) return { object: use.object, keys: [use.key] };
  if (resources[of].operations.create !== undefined) return { object: await one.findObject(), keys: [] };
  // Without a webhook, no delivery makes a record of the target grow.
  await observerOf(context, one.company).catch(() => undefined);
  return { object: await ownObject(context, of, one.company), keys: [] };
}

/** Makes a new object for a list, if there can be one. */
async function listGrown(context: CheckContext, one: OperationCase): Promise<Pick<Made, 'keys'> & { readonly view: View }> {
  const { resource: name } = one.effect;
  const isNoted = Object.values(effects).some(({ kind, resource }) => kind === 'act' && resource === name);
  if (resources[name].operations.create === undefined && !isNoted) return { keys: [], view: wholeText };
  const { object, keys } = await madeFor(context, one);
  const shows = (entries: ReturnType<typeof entriesOf>): boolean =>
    entries?.some((entry) => identifierIn(object.resource, entry) === object.id) ?? false;
  const view: View = async (answer, get) => {
    if (shows(entriesOf(answer))) return `the object ${object.id}`;
    const whole = await readList(get, (call) => context.send(call));
    if (shows(whole?.entries)) return `the object ${object.id}`;
    // A target may refuse later pages, for example under a key.
    return whole?.complete === false ? undefined : 'a list without it';
  };
  return { keys, view };
}

/** Changes an object: by the act that made what is read, by a PUT, or by all acts if it is a record of the target. */
async function changed(
  context: CheckContext,
  { effect }: OperationCase,
  { object, keys }: Made,
  { plain, early }: Readonly<{ plain: Call; early: Answer }>,
): Promise<Pick<Made, 'keys'> & { readonly view: View }> {
  const { resource, id } = object;
  if (resource.operations.create === undefined) {
    for (const act of resource.acts) {
      const call = await changeBy(context, object, act);
      if (call !== undefined) await context.send(call);
    }
    await lookUntil(context, async () => !sameAnswer(early, await context.prepare(plain)));
    return { keys, view: wholeText };
  }
  // An XML document may contain the time of the request. Of JSON, only the object's name and token are compared.
  const isWhole = json(early) === undefined && sameAnswer(early, await context.prepare(plain));
  const view: View = (answer) => {
    const shown = json(answer);
    if (shown === undefined) return id;
    const label = resource.label === undefined ? undefined : memberOf(shown, resource.label);
    return writeJson([label ?? null, tokenOf({ resource, shown }) ?? null]);
  };
  const change = await changeBy(context, object, effect.after ?? resource.operations.update);
  const key = context.freshKey();
  if (change !== undefined) await context.send(withKey(change, key));
  return { keys: change === undefined ? keys : [...keys, key], view: isWhole ? wholeText : view };
}

function wholeText(answer: Answer): string {
  const value = json(answer);
  return value === undefined ? answer.body : writeJson(value);
}

/** Judges a DELETE without a key, with the key that created its object, and twice with one key. */
async function judgeDelete(context: CheckContext, one: OperationCase): Promise<void> {
  const { read } = resources[one.effect.resource].operations;
  const get = operationCases(context, one.company).find(({ operation }) => operation === read);
  const shared = context.freshKey();
  for (const keyOf of [() => undefined, (own?: string) => own, () => shared, () => shared]) {
    const { object, keys } = await madeFor(context, one);
    const key = keyOf(keys[0]);
    const under = (call: Call): Call => (key === undefined ? call : withKey(call, key));
    const call = under((await one.callFor(object)).call);
    const deleted = await (key === undefined ? context.sendRightful(call) : context.sendJudged(call, '2xx, or a refusal'));
    judgeNotReplayed(context, deleted, one.operation);
    context.judge(key !== undefined || isSuccess(deleted), {
      message: `${one.operation} without a key must be accepted.`,
      expected: '2xx',
      actual: inWords(deleted),
    });
    if (get === undefined || !isSuccess(deleted)) continue;
    const reading = (await get.callFor(object)).call;
    for (const asked of key === undefined ? [reading] : [reading, under(reading)]) {
      const shown = await context.send(asked);
      context.judge(!isSuccess(shown), {
        message: `${one.operation} that answers 2xx must remove the object.`,
        expected: `a refusal of ${read}`,
        actual: String(shown.status),
      });
    }
  }
}
