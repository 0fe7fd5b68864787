import { contactTypes } from '../../api/event-names.ts';
import { resources } from '../../generated/resources.ts';
import { isReplayed, isSuccess } from '../../http/answer.ts';
import { withHeader } from '../../http/call.ts';
import { type Check, check } from '../../model/check.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Answer, Call } from '../../model/exchange.ts';
import { isObject, type Json, type JsonObject, parseJson, sameJson, writeJson } from '../../model/json.ts';
import { judgeCreationsAtOnce } from '../../scenarios/idempotency/at-once.ts';
import {
  anotherCall,
  asItIs,
  asUse,
  atEach,
  firstUse,
  freshCall,
  judgeRetry,
  type KeyedUse,
  keyedOperations,
} from '../../scenarios/idempotency/keyed-use.ts';
import { judgeLongBodies } from '../../scenarios/idempotency/long-bodies.ts';
import { OperationEffects } from '../../scenarios/idempotency/operation-effects.ts';
import { judgeSameState, shownState } from '../../scenarios/idempotency/shown-state.ts';
import { additionsTo, changesTo, drawnBodies, freeTexts, withAdditions } from '../../scenarios/operations/declared-members.ts';
import { type OperationCase, tokenOf } from '../../scenarios/operations/operation-case.ts';
import { creationCall, draftWebhook } from '../../scenarios/webhooks/registration.ts';

/** A difference between two texts that a careless comparison ignores. */
type Difference = 'a digit' | 'a space' | 'the case of a letter' | 'an accent';

/** Each operation in turn is tried with one of these, besides a digit. */
const DIFFERENCES: readonly Difference[] = ['a space', 'the case of a letter', 'an accent'];

/** IDEM-07: the same key with another body answers 422 and has no effect. */
export const idem07: Check = check('IDEM-07', { isolation: 'shared', weight: 3 }, async (context) => {
  await judgeOperations(context);
  await context.part('events of a webhook', () => judgeEvents(context));
  await context.part('different requests at once', { from: 'standard' }, () => judgeCreationsAtOnce(context));
});

/** Judges another body at every operation. With a key of its own it is accepted. */
async function judgeOperations(context: CheckContext): Promise<void> {
  const created = OperationEffects.listsOf(context);
  let turn = 0;
  await atEach(context, keyedOperations(context), async (one) => {
    turn += 1;
    const use = await firstUse(context, one);
    // The source gives acts no body, so that no body is the same body. IDEM-17 judges an added one.
    if (one.effect.kind === 'act') return await judgeRetry(context, use, 'A retry without a body');
    const before = await shownState(context, use.object);
    const other = await anotherCall(context, use, use.key);
    judgeRefused(context, await context.sendOther(other.call), one.operation);
    await judgeSameState(context, use.object, before, `${one.operation} under a key that was used for another body`);
    await judgeRetry(context, use, 'A retry after one with another body');
    for (const [what, body] of await similarBodies(context, use, turn)) {
      const answer = await context.sendOther({ ...use.call, body: writeJson(body) });
      // A refusal may have another reason too, since the change is stale by now.
      if (isSuccess(answer) || isReplayed(answer)) judgeRefused(context, answer, `${one.operation}, ${what}`);
    }
    // The control: with a key of its own the other body is accepted, for the first time.
    const key = context.freshKey();
    const call = withHeader(other.call, 'Idempotency-Key', key);
    created.expect(await asUse(one, key, { ...other, call }, await context.prepare(call)));
    if (one.staysForGood) return;
    if (one.effect.kind === 'update') created.expectNone(await refusedUse(context, use));
    await context.part(`long bodies of ${one.operation}`, { from: 'standard' }, () => judgeLongBodies(context, one));
    if (one.effect.kind === 'create')
      await context.part(`blanks in ${one.operation}`, { from: 'standard' }, () => judgeBlanks(context, one));
  });
  await created.judge('The same key with another body must have no effect');
}

/** A request under the key of a use, with another name. It must be refused, and nothing changes the object after it. */
async function refusedUse(context: CheckContext, use: KeyedUse): Promise<KeyedUse> {
  const other = await anotherCall(context, use, use.key);
  return { ...use, ...other, original: await context.send(other.call) };
}

/** Bodies that differ slightly: a letter of the name, one more member, longer lists, another token. */
async function similarBodies(
  context: CheckContext,
  { one, call, object }: KeyedUse,
  turn: number,
): Promise<readonly (readonly [string, JsonObject])[]> {
  const body = call.body === undefined ? undefined : parseJson(call.body);
  if (!isObject(body)) return [];
  const resource = resources[one.effect.resource];
  const similar: (readonly [string, JsonObject])[] = [
    ['one more member, which is undeclared', { ...body, 'x-conformance': context.fresh() }],
  ];
  await context.forAll(drawnBodies(one.operation), 1, async (drawn) => {
    const additions = additionsTo(body, drawn, resource);
    for (const addition of additions.slice(0, 1))
      similar.push([`one more member, ${addition.path.join('.')}`, withAdditions(body, [addition])]);
    for (const addition of additions.slice(turn % additions.length).slice(0, 1))
      similar.push([`null for ${addition.path.join('.')}, which was absent`, withAdditions(body, [{ ...addition, value: null }])]);
    for (const change of changesTo(body, drawn, resource)
      .filter(({ path, present }) => present && path.length > 1)
      .slice(0, 1))
      similar.push([`another ${change.path.join('.')}`, withAdditions(body, [change])]);
  });
  const label = resource.label === undefined ? undefined : body[resource.label];
  if (resource.label !== undefined && typeof label === 'string')
    for (const by of ['a digit', DIFFERENCES[turn % DIFFERENCES.length] ?? 'a space'] as const)
      similar.push([`only ${by} in its name`, { ...body, [resource.label]: nearly(label, by) }]);
  const longer = Object.entries(body).filter(([, value]) => Array.isArray(value) && value.length > 0);
  for (const [name, entries] of longer)
    similar.push([`another ${name}`, { ...body, [name]: [...(entries as Json[]), ...(entries as Json[])] }]);
  if (resource.token !== undefined && body[resource.token] !== undefined && object !== undefined) {
    const token = tokenOf(await asItIs(context, object));
    if (token !== undefined && !sameJson(token, body[resource.token]))
      similar.push(['another ConcurrencyToken', { ...body, [resource.token]: token }]);
  }
  return similar;
}

/** The entries of a list and their order are part of the body. Which types a target accepts together is its choice. */
async function judgeEvents(context: CheckContext): Promise<void> {
  const { update, delete: deletion } = contactTypes(context);
  const [draft, key] = [await draftWebhook(context, { events: [update, deletion] }), context.freshKey()];
  if (!isSuccess(await context.send(await creationCall(context, draft, key)))) return;
  for (const [what, events] of [
    ['events in another order', [deletion, update]],
    ['fewer events', [deletion]],
  ] as const) {
    judgeRefused(
      context,
      await context.sendOther(await creationCall(context, { ...draft, body: { ...draft.body, Events: events } }, key)),
      `webhook, ${what}`,
    );
  }
}

function judgeRefused(context: CheckContext, answer: Answer, what: string): void {
  context.judge(answer.status === 422, {
    message: `The same key with another body (${what}) must be refused.`,
    expected: '422',
    actual: String(answer.status),
  });
  context.judge(!isReplayed(answer), {
    message: 'A refusal must not be marked as replayed.',
    expected: 'no Idempotent-Replayed: true',
    actual: 'Idempotent-Replayed: true',
  });
}

/** Judges that two spaces instead of one make another body (IDEM-07): a target may ignore white space, but not within texts. */
async function judgeBlanks(context: CheckContext, one: OperationCase): Promise<void> {
  const { call } = await freshCall(context, one, context.freshKey());
  const body = call.body === undefined ? undefined : parseJson(call.body);
  if (!isObject(body)) return;
  const [free] = freeTexts(body, one.operation);
  if (free === undefined) return;
  const [name, text] = free;
  const ending = (end: string): Call => ({ ...call, body: writeJson({ ...body, [name]: text + end }) });
  if (!isSuccess(await context.send(ending(' a b')))) return;
  const answer = await context.sendOther(ending(' a  b'));
  context.judge(!isSuccess(answer) && !isReplayed(answer), {
    message: `The same key with two spaces instead of one (${one.operation}, ${name}) must be refused.`,
    expected: 'a refusal',
    actual: `${answer.status}${isReplayed(answer) ? ', marked as replayed' : ''}`,
  });
}

/** A name that differs from another in one thing, and that nothing else in the run has. */
function nearly(name: string, by: Difference): string {
  switch (by) {
    case 'the case of a letter':
      return name.replace(/[a-z]/, (letter) => letter.toUpperCase());
    case 'an accent':
      return withAccent(name);
    case 'a digit':
      return withOtherDigit(name);
    case 'a space':
      return `${name} `;
  }
}

/** Puts an accent on the last vowel, so that the start of the name, which marks the run, stays. */
function withAccent(name: string): string {
  const changed = name.replace(/^(.*)([aeiou])/s, (_all, start, vowel) => start + `${vowel}\u0300`.normalize('NFC'));
  return changed === name ? `${name}à` : changed;
}

/** Replaces the first digit of the rule's number in a name. No rule has the new number, so no other name is equal. */
function withOtherDigit(name: string): string {
  const changed = name.replace(/^(.*)(\d)(\d-\d+)$/s, (_all, start, digit, end) => `${start}${(Number(digit) + 5) % 10}${end}`);
  return changed === name ? `${name}1` : changed;
}
