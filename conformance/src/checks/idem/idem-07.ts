import { contactTypes } from '../../api/event-names.ts';
import { resources } from '../../generated/resources.ts';
import { isReplayed, isSuccess } from '../../http/answer.ts';
import { withHeader } from '../../http/call.ts';
import { type Check, check } from '../../model/check.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Answer, Call } from '../../model/exchange.ts';
import { isObject, type Json, type JsonObject, parseJson, sameJson, writeJson } from '../../model/json.ts';
import { judgeDifferentAtOnce } from '../../scenarios/idempotency/at-once.ts';
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
  refusedUse,
} from '../../scenarios/idempotency/keyed-use.ts';
import { judgeLongBodies } from '../../scenarios/idempotency/long-bodies.ts';
import { OperationEffects } from '../../scenarios/idempotency/operation-effects.ts';
import { judgeSameState, shownState } from '../../scenarios/idempotency/shown-state.ts';
import { additionsTo, changesTo, drawnBodies, freeTexts, withAdditions } from '../../scenarios/operations/declared-members.ts';
import { type OperationCase, tokenOf } from '../../scenarios/operations/operation-case.ts';
import { unlessAbsent } from '../../scenarios/unless-absent.ts';
import { creationCall, draftWebhook } from '../../scenarios/webhooks/registration.ts';

/** One thing by which two texts differ that a careless comparison passes over. */
type Difference = 'a digit' | 'a space' | 'the case of a letter' | 'an accent';

/** What a comparison of texts may pass over. */
const DIFFERENCES: readonly Difference[] = ['a digit', 'a space', 'the case of a letter', 'an accent'];

/** IDEM-07: the same key with another body answers 422 and has no effect. */
export const idem07: Check = check('IDEM-07', { isolation: 'shared', weight: 3 }, async (context) => {
  await judgeOperations(context);
  await unlessAbsent(context, 'events of a webhook', () => judgeEvents(context));
  await judgeDifferentAtOnce(context, 'creations');
});

/** Every operation: another body that alone is accepted. */
async function judgeOperations(context: CheckContext): Promise<void> {
  const created = OperationEffects.listsOf(context);
  await atEach(context, keyedOperations(context), async (one) => {
    const use = await firstUse(context, one);
    // The source gives these no body, so that IDEM-17 judges one: that there is none is the same body.
    if (one.effect.kind === 'act') return await judgeRetry(context, use, 'A retry without a body');
    const before = await shownState(context, use.object);
    const other = await anotherCall(context, use, use.key);
    judgeRefused(context, await context.sendOther(other.call), one.operation);
    await judgeSameState(context, use.object, before, `${one.operation} under a key that was used for another body`);
    await judgeRetry(context, use, 'A retry after one with another body');
    for (const [what, body] of await similarBodies(context, use)) {
      const answer = await context.sendOther({ ...use.call, body: writeJson(body) });
      // It may be refused for other reasons too: the change that it asks for is stale by now.
      if (isSuccess(answer) || isReplayed(answer)) judgeRefused(context, answer, `${one.operation}, ${what}`);
    }
    // The control: under a key of its own it is accepted, and is the first that was.
    const key = context.freshKey();
    const call = withHeader(other.call, 'Idempotency-Key', key);
    created.expect(await asUse(one, key, { ...other, call }, await context.prepare(call)));
    if (one.staysForGood) return;
    await judgeLongBodies(context, one);
    if (!context.isQuick) await judgeBlanks(context, one);
    if (!context.isQuick && one.effect.kind === 'update') created.expectNone(await refusedUse(context, one));
  });
  await created.judge('The same key with another body must have no effect');
}

/** Bodies that differ in little: a letter of the name, a member more, lists with more entries, another token. */
async function similarBodies(context: CheckContext, { one, call, object }: KeyedUse): Promise<readonly (readonly [string, JsonObject])[]> {
  const body = call.body === undefined ? undefined : parseJson(call.body);
  if (!isObject(body)) return [];
  const resource = resources[one.effect.resource];
  const similar: (readonly [string, JsonObject])[] = [['an undeclared member beside it', { ...body, 'x-conformance': context.fresh() }]];
  await context.forAll(drawnBodies(one.operation), 1, async (drawn) => {
    for (const addition of additionsTo(body, drawn, resource).slice(0, 1))
      similar.push([`${addition.path.join('.')} beside it`, withAdditions(body, [addition])]);
    for (const addition of additionsTo(body, drawn, resource))
      similar.push([`null for ${addition.path.join('.')}, which was absent`, withAdditions(body, [{ ...addition, value: null }])]);
    for (const change of changesTo(body, drawn, resource)
      .filter(({ path, present }) => present && path.length > 1)
      .slice(0, 1))
      similar.push([`another ${change.path.join('.')}`, withAdditions(body, [change])]);
  });
  const label = resource.label === undefined ? undefined : body[resource.label];
  if (resource.label !== undefined && typeof label === 'string')
    for (const by of context.some(DIFFERENCES)) similar.push([`${by} of its name alone`, { ...body, [resource.label]: nearly(label, by) }]);
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

/** What stands in a list, and its order, belongs to the value; which types a target takes together is its choice. */
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

/** @param valid whether the key is all that is wrong: then the status is named */
function judgeRefused(context: CheckContext, answer: Answer, what: string, valid = true): void {
  const refused = valid ? answer.status === 422 : !isSuccess(answer);
  context.judge(refused, {
    message: `The same key with another body (${what}) must be refused.`,
    expected: '422',
    actual: String(answer.status),
  });
  context.judge(!isReplayed(answer), {
    message: 'A refusal is no replay.',
    expected: 'no Idempotent-Replayed: true',
    actual: 'Idempotent-Replayed: true',
  });
}

/** Judges that a text with two blanks in the place of one is another (IDEM-07): white space counts within texts, whoever passes over it elsewhere. */
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
    message: `The same key with two blanks in the place of one (${one.operation}, ${name}) must be refused.`,
    expected: '422',
    actual: `${answer.status}${isReplayed(answer) ? ', marked as replayed' : ''}`,
  });
}

/** A name of the run's own that differs in one thing from another, and that nothing in the run has. */
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

/** The last vowel gets an accent: the start of the name, which is the run's, stays. */
function withAccent(name: string): string {
  const changed = name.replace(/^(.*)([aeiou])/s, (_all, start, vowel) => start + `${vowel}\u0300`.normalize('NFC'));
  return changed === name ? `${name}à` : changed;
}

/** The first digit of the rule that a name was made for replaced: there are too few rules for another rule's name to come of it. */
function withOtherDigit(name: string): string {
  const changed = name.replace(/^(.*)(\d)(\d-\d+)$/s, (_all, start, digit, end) => `${start}${(Number(digit) + 5) % 10}${end}`);
  return changed === name ? `${name}1` : changed;
}
