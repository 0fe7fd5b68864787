import { contactTypes } from '../../api/event-names.ts';
import { isSuccess } from '../../http/answer.ts';
import { type Check, check } from '../../model/check.ts';
import type { CheckContext } from '../../model/check-context.ts';
import { writeJson } from '../../model/json.ts';
import { judgeNotTaken, judgeRefused } from '../../scenarios/idempotency/answers.ts';
import { judgeCreationsAtOnce } from '../../scenarios/idempotency/at-once.ts';
import { Effects } from '../../scenarios/idempotency/effects.ts';
import { confusedBodies, similarBodies } from '../../scenarios/idempotency/similar-bodies.ts';
import {
  anotherCall,
  asUse,
  atEach,
  bodyOf,
  firstUse,
  freshCall,
  judgeRetry,
  keyedOperations,
  leftAlone,
  type Use,
  withKey,
} from '../../scenarios/idempotency/use.ts';
import { creationCall, draftWebhook } from '../../scenarios/webhooks/registration.ts';

/** IDEM-07: the same key with another body answers 422 and has no effect. */
export const idem07: Check = check('IDEM-07', { isolation: 'shared', weight: 3 }, async (context) => {
  const created = Effects.listsOf(context);
  await atEach(context, keyedOperations(context), async (one, turn) => {
    const use = await firstUse(context, one);
    // The source gives acts no body, so that no body is the same body. IDEM-17 judges an added one.
    if (one.effect.kind === 'act') return await judgeRetry(context, use, 'A retry without a body');
    const other = await anotherCall(context, use, use.key);
    await leftAlone(context, use.object, `${one.operation} under a key that was used for another body`, async () => {
      judgeRefused(context, await context.sendOther(other.call), inWords(one.operation));
    });
    await judgeRetry(context, use, 'A retry after one with another body');
    // A change may be refused for another reason than its key too: its token is stale by now.
    for (const [what, body] of await similarBodies(context, use, turn))
      judgeNotTaken(context, await context.sendOther({ ...use.call, body: writeJson(body) }), inWords(`${one.operation}, ${what}`));
    // The control: with a key of its own the other body is accepted, for the first time.
    const call = withKey(other.call, context.freshKey());
    created.expect(await asUse(one, { ...other, call }, await context.prepare(call)));
    if (one.staysForGood) return;
    if (one.effect.kind === 'update') created.expectNone(await refusedUse(context, use));
    await context.part(`confused bodies of ${one.operation}`, { from: 'standard' }, () => judgeConfused(context, use));
  });
  await created.judge('The same key with another body must have no effect');
  await context.part('events of a webhook', () => judgeEvents(context));
  await context.part('different requests at once', { from: 'standard' }, () => judgeCreationsAtOnce(context));
});

/** A request under the key of a use, with another name. It must be refused, and nothing changes the object after it. */
async function refusedUse(context: CheckContext, use: Use): Promise<Use> {
  const other = await anotherCall(context, use, use.key);
  return { ...use, ...other, original: await context.send(other.call) };
}

/** Judges bodies whose difference a careless comparison does not see, each after the first use of a key with a similar one. */
async function judgeConfused(context: CheckContext, { one, call }: Use): Promise<void> {
  for (const { what, pairs } of confusedBodies) {
    const tries = pairs(one, bodyOf(call) ?? {}, '').keys();
    for (const index of tries) {
      const prepared = await freshCall(context, one, context.freshKey());
      const [body = '', other = ''] = pairs(one, bodyOf(prepared.call) ?? {}, context.fresh())[index] ?? [];
      const first = { ...prepared, call: { ...prepared.call, body } };
      const original = await context.send(first.call);
      if (!isSuccess(original)) continue;
      judgeNotTaken(context, await context.sendOther({ ...first.call, body: other }), inWords(`${one.operation}, ${what}`));
      await judgeRetry(context, await asUse(one, first, original), 'A retry after a request with a similar body');
      break;
    }
  }
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
    const other = await creationCall(context, { ...draft, body: { ...draft.body, Events: events } }, key);
    judgeRefused(context, await context.sendOther(other), inWords(`webhook, ${what}`));
  }
}

function inWords(what: string): string {
  return `The same key with another body (${what})`;
}
