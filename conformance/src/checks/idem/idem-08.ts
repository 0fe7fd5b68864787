import fc from 'fast-check';
import { isReplayed, isSuccess } from '../../http/answer.ts';
import { type Check, check } from '../../model/check.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Answer } from '../../model/exchange.ts';
import type { GuardedKind } from '../../scenarios/concurrency/guarded-state.ts';
import { judgeUnchanged } from '../../scenarios/concurrency/unchanged.ts';
import { judgeDifferentAtOnce } from '../../scenarios/idempotency/at-once.ts';
import { type Creation, creations, type Draft } from '../../scenarios/idempotency/creation.ts';
import { ExpectedEffects, first } from '../../scenarios/idempotency/keyed-case.ts';
import { keyedPuts } from '../../scenarios/idempotency/keyed-puts.ts';
import { judgeOtherUrls } from '../../scenarios/idempotency/other-urls.ts';
import { isSparing } from '../../scenarios/sparingly.ts';

/** Two creations by POST at different URLs; where the URL alone tells them apart, both get one body. */
interface Pair {
  readonly used: Creation;
  readonly other: Creation;
  readonly sameBody: boolean;
}

/** IDEM-08: the same key at another URL answers 422 and has no effect. */
export const idem08: Check = check('IDEM-08', { isolation: 'shared', weight: 4 }, async (context) => {
  const effects = new ExpectedEffects();
  const kinds = await creations(context, true);
  const pairs = pairsOf(context, kinds);
  if (pairs.length === 0) context.leaveUnjudged('POSTs at different URLs: the target creates objects at one URL alone');
  // A contact under the key of another one and of a webhook shows most, where none of them can be removed.
  const few = isSparing(context) ? pairs.filter(({ other }) => other === kinds[0]) : pairs;
  for (const pair of context.some(few))
    await context.forAll(fc.constant(pair).map(named), 3, (drawn) => judgePost(context, effects, drawn));
  for (const kind of await keyedPuts(context)) await context.forAll(fc.constant('PUT'), 2, () => judgePut(context, kind));
  await judgeOtherUrls(context);
  await judgeDifferentAtOnce(context, 'other operations');
  await effects.judge(context, 'The same key at another URL must have no effect.');
});

function pairsOf(context: CheckContext, kinds: readonly Creation[]): readonly Pair[] {
  const [company] = context.target.companies;
  const contact = kinds.find((creation) => creation.kind === 'contact' && creation.company === company);
  const contactThere = kinds.find((creation) => creation.kind === 'contact' && creation.company !== company);
  const webhook = kinds.find(({ kind }) => kind === 'webhook');
  const pair = (used: Creation | undefined, other: Creation | undefined, sameBody: boolean): readonly Pair[] =>
    used === undefined || other === undefined ? [] : [{ used, other, sameBody }];
  return [
    ...pair(contact, webhook, false),
    ...pair(webhook, contact, false),
    ...pair(contact, contactThere, true),
    ...pair(contactThere, contact, true),
  ];
}

async function judgePost(context: CheckContext, effects: ExpectedEffects, { used, other, sameBody }: Pair): Promise<void> {
  const [draft, key] = [await used.draft(), context.freshKey()];
  await first(context, used, draft, key);
  const elsewhere: Draft = sameBody ? draft : await other.draft();
  const where = sameBody ? `${other.kind} in another company` : other.kind;
  judgeRefused(context, await context.sendOther(await other.call(elsewhere, key)), `POST of a ${where}`);
  // The control: the same POST under a key of its own is executed, and is the only one that was.
  await first(context, other, elsewhere, context.freshKey());
  effects.expect(used, draft.mark, 1);
  effects.expect(other, elsewhere.mark, 1);
}

async function judgePut(context: CheckContext, kind: GuardedKind): Promise<void> {
  const [one, other, key] = [await kind(context), await kind(context), context.freshKey()];
  const mark = context.fresh();
  const used = await one.put(mark, one.created.token, key);
  await context.prepare(used);
  const before = await other.look();
  const rightful = await other.put(mark, other.created.token, key);
  judgeRefused(context, await context.sendOther(rightful), `PUT of another ${other.kind}`);
  // The same bytes: only the URL tells them apart. For those alone the other object may refuse them too.
  const same = await context.sendOther({ ...rightful, ...(used.body !== undefined && { body: used.body }) });
  if (isSuccess(same) || isReplayed(same)) judgeRefused(context, same, `PUT of another ${other.kind} with the same body`);
  await judgeUnchanged(context, other, before, 'A PUT under a key that was used at another URL');
  // The control: the same PUT under a key of its own is accepted.
  await context.prepare(await other.put(mark, other.created.token, context.freshKey()));
}

function judgeRefused(context: CheckContext, answer: Answer, what: string): void {
  context.judge(answer.status === 422 && !isReplayed(answer), {
    message: `A ${what} under a key that was used at another URL must be refused.`,
    expected: '422',
    actual: `${answer.status}${isReplayed(answer) ? ', marked as replayed' : ''}`,
  });
}

function named(pair: Pair): Pair {
  const text = `${pair.used.kind}, then ${pair.sameBody ? 'in another company' : pair.other.kind}`;
  return Object.assign({ ...pair }, { [fc.toStringMethod]: () => text });
}
