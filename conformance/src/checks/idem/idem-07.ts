import fc from 'fast-check';
import type { Trial } from '../../engine/trial.ts';
import { type Answer, isReplayed, isSuccess } from '../../http/answer.ts';
import type { Call } from '../../http/call.ts';
import { type Check, check } from '../../model/check.ts';
import { Inconclusive } from '../../model/verdict.ts';
import { type GuardedKind, tokenAfter } from '../../scenarios/concurrency/guarded.ts';
import { judgeUnchanged } from '../../scenarios/concurrency/unchanged.ts';
import { type Creation, creations } from '../../scenarios/idempotency/creation.ts';
import { Ledger, withCreation } from '../../scenarios/idempotency/keyed-case.ts';
import { keyedPuts } from '../../scenarios/idempotency/keyed-puts.ts';
import { contactTypes } from '../../scenarios/resources/contact-life.ts';
import { unlessAbsent } from '../../scenarios/unless-absent.ts';
import { type Difference, difference } from '../../scenarios/values/nearly-same.ts';

interface Twins {
  readonly difference: Difference;
  /** White space before all members of both bodies: they differ behind it alone. */
  readonly spaces: number;
}

/** IDEM-07: the same key with another body answers 422 and has no effect. */
export const idem07: Check = check('IDEM-07', async (trial) => {
  const kinds = await creations(trial);
  const ledger = new Ledger();
  const twins = fc.record({ difference, spaces: fc.constantFrom(0, 0, 1_100, 9_000) });
  const judge = (drawn: { readonly creation: Creation; readonly rest: Twins }): Promise<void> => judgePost(trial, ledger, drawn);
  await trial.forAll(withCreation(kinds, twins), 6, judge, examplesOf(kinds));
  const webhooks = kinds.find(({ kind }) => kind === 'webhook');
  if (webhooks !== undefined) {
    await judgeNull(trial, webhooks);
    await judgeEvents(trial, webhooks);
  }
  for (const kind of await keyedPuts(trial)) await unlessAbsent(trial, 'PUTs', () => judgePut(trial, kind));
  await ledger.judge(trial, 'The same key with another body must have no effect.');
});

/** What comparisons pass over most often is always tried, with kinds in turns. */
function examplesOf(kinds: readonly Creation[]): { readonly creation: Creation; readonly rest: Twins }[] {
  const always: readonly (readonly [Difference['by'], number])[] = [
    ['a digit', 0],
    ['a space', 0],
    ['the case of a letter', 0],
    ['an accent', 0],
    ['a letter', 9_000],
  ];
  return always.flatMap(([by, spaces], index) => {
    const creation = kinds[index % kinds.length];
    return creation === undefined ? [] : [{ creation, rest: { difference: { by, position: 0 }, spaces } }];
  });
}

async function judgePost(
  trial: Trial,
  ledger: Ledger,
  { creation, rest: { difference, spaces } }: { readonly creation: Creation; readonly rest: Twins },
): Promise<void> {
  const [draft, key] = [await creation.draft(), trial.freshKey()];
  const original = await trial.send(spaced(await creation.call(draft, key), spaces));
  // How long a body may be is the target's choice.
  if (!isSuccess(original) && spaces > 0) return judgePost(trial, ledger, { creation, rest: { difference, spaces: 0 } });
  if (!isSuccess(original)) throw new Inconclusive(`the creation of a ${creation.kind} with a key was answered ${original.status}`);
  const other = creation.altered(draft, difference);
  const answer = await trial.sendJudged(spaced(await creation.call(other, key), spaces), '422');
  // A name with a space at its end, or with an accent, may be refused for that.
  judgeRefused(trial, answer, `${creation.kind}, ${difference.by}`, !['a space', 'an accent'].includes(difference.by));
  ledger.expect(creation, draft.mark, 1);
  if (other.mark !== draft.mark) ledger.expect(creation, other.mark, 0);
}

/** A member that is null is not one that is absent; whether null may be sent for an optional one is not said. */
async function judgeNull(trial: Trial, webhooks: Creation): Promise<void> {
  const [draft, key] = [await webhooks.draft(), trial.freshKey()];
  const { Description: _absent, ...body } = draft.body;
  if (!isSuccess(await trial.send(await webhooks.call({ ...draft, body }, key)))) return;
  const answer = await trial.sendJudged(await webhooks.call({ ...draft, body: { ...body, Description: null } }, key), '422');
  judgeRefused(trial, answer, 'webhook, null for what was absent', false);
}

/** What stands in a list, and its order, belongs to the value; which types a target takes together is its choice. */
async function judgeEvents(trial: Trial, webhooks: Creation): Promise<void> {
  const { update, delete: deletion } = contactTypes(trial);
  const [draft, key] = [await webhooks.draft(), trial.freshKey()];
  const withEvents = (...Events: string[]): Promise<Call> => webhooks.call({ ...draft, body: { ...draft.body, Events } }, key);
  if (!isSuccess(await trial.send(await withEvents(update, deletion)))) return;
  for (const [what, events] of [
    ['events in another order', [deletion, update]],
    ['fewer events', [deletion]],
  ] as const) {
    judgeRefused(trial, await trial.sendJudged(await withEvents(...events), '422'), `webhook, ${what}`);
  }
}

/** Another text under the token that the object has now, which alone would be accepted; then the same under another token. */
async function judgePut(trial: Trial, kind: GuardedKind): Promise<void> {
  const [object, key, mark] = [await kind(trial), trial.freshKey(), trial.fresh()];
  const { token: first } = object.created;
  const token = await tokenAfter(object, await trial.prepare(await object.put(mark, first, key)));
  if (token === undefined) return;
  const before = await object.look();
  const texts = await object.put(trial.fresh(), token, key);
  judgeRefused(trial, await trial.sendJudged(texts, '422'), `PUT of a ${object.kind}, another text`);
  if (String(token) !== String(first)) {
    const tokens = await object.put(mark, token, key);
    judgeRefused(trial, await trial.sendJudged(tokens, '422'), `PUT of a ${object.kind}, another ConcurrencyToken`);
  }
  await judgeUnchanged(trial, object, before, 'A PUT under a key that was used for another body');
  // The control: another text under that token and a key of its own is accepted.
  await trial.prepare(await object.put(trial.fresh(), token, trial.freshKey()));
}

/** @param valid whether the key is all that is wrong: then the status is named */
function judgeRefused(trial: Trial, answer: Answer, what: string, valid = true): void {
  const refused = valid ? answer.status === 422 : !isSuccess(answer);
  trial.judge(refused, {
    message: `The same key with another body (${what}) must be refused.`,
    expected: '422',
    actual: String(answer.status),
  });
  trial.judge(!isReplayed(answer), {
    message: 'A refusal is no replay.',
    expected: 'no Idempotent-Replayed: true',
    actual: 'Idempotent-Replayed: true',
  });
}

function spaced(call: Call, spaces: number): Call {
  return { ...call, body: `{${' '.repeat(spaces)}${(call.body ?? '{}').slice(1)}` };
}
