import { headerNames } from '../../api/header-names.ts';
import type { Trial } from '../../engine/trial.ts';
import { isReplayed, isSuccess } from '../../http/answer.ts';
import { type Call, withHeader } from '../../http/call.ts';
import { type Check, check } from '../../model/check.ts';
import { guardedKinds } from '../../scenarios/concurrency/guarded.ts';
import { type Creation, creations } from '../../scenarios/idempotency/creation.ts';
import { judgeReplay, Ledger } from '../../scenarios/idempotency/keyed-case.ts';
import { judgeIndependent } from '../../scenarios/idempotency/other-user.ts';

const longestKey = 255;

/** IDEM-16: keys of different users are independent; a key that is empty, over 255 characters or not printable ASCII answers 400; 2xx and refusals of the operation itself are stored. */
export const idem16: Check = check('IDEM-16', async (trial) => {
  const ledger = new Ledger();
  const kinds = await creations(trial);
  for (const creation of kinds) {
    await judgeKeys(trial, ledger, creation);
    await judgeNotStored(trial, ledger, creation);
  }
  await judgeStored(trial);
  await judgeIndependent(trial, ledger, kinds);
  await ledger.judge(trial, 'A request that was refused for its key, or before its execution, must have no effect, any other one.');
});

async function judgeKeys(trial: Trial, ledger: Ledger, creation: Creation): Promise<void> {
  const unique = trial.freshKey();
  for (const key of trial.some(['', unique.padEnd(longestKey + 1, 'k'), `${unique}è`, `${unique}\tk`])) {
    const draft = await creation.draft();
    const answer = await trial.sendJudged(await creation.call(draft, key), '400');
    trial.judge(answer.status === 400, {
      message: `A key ${key === '' ? 'that is empty' : `of ${key.length} characters`} must be refused (${creation.kind}).`,
      expected: '400',
      actual: `${answer.status} for ${JSON.stringify(key.slice(0, 60))}`,
    });
    ledger.expect(creation, draft.mark, 0);
  }
  // The control: the longest key, and every printable character.
  for (const key of trial.some([unique.padEnd(longestKey, '~'), `${unique} !"#$%&'()*+,-./:;<=>?@[]^_{|}~`])) {
    const draft = await creation.draft();
    await trial.prepare(await creation.call(draft, key));
    ledger.expect(creation, draft.mark, 1);
  }
}

/** What is refused before it is executed leaves the key free: 400, 401 and 403. */
async function judgeNotStored(trial: Trial, ledger: Ledger, creation: Creation): Promise<void> {
  const names = headerNames(trial.target.service.headerWord);
  const refused: readonly ((call: Call) => Call)[] = [
    (call) => ({ ...call, body: '{}' }),
    (call) => ({ ...call, body: '{"' }),
    (call) => withHeader(call, 'Authorization', 'Bearer none'),
    (call) => withHeader(call, names.apiKey, 'none'),
    (call) => withHeader(call, names.licenseKey, 'none'),
  ];
  for (const spoil of trial.some(refused)) {
    const [draft, key] = [await creation.draft(), trial.freshKey()];
    const call = await creation.call(draft, key);
    const refusal = await trial.send(spoil(call));
    if (![400, 401, 403].includes(refusal.status)) continue;
    const answer = await trial.sendJudged(call, '2xx');
    trial.judge(isSuccess(answer) && !isReplayed(answer), {
      message: `A ${refusal.status} must leave its key free (${creation.kind}).`,
      expected: '2xx to the mended request, not marked as replayed',
      actual: `${answer.status}${isReplayed(answer) ? ', marked as replayed' : ''}`,
    });
    ledger.expect(creation, draft.mark, 1);
  }
}

/** The operation's own 4xx is stored: a PUT that was stale once answers that again. */
async function judgeStored(trial: Trial): Promise<void> {
  for (const kind of await guardedKinds(trial)) {
    const object = await kind(trial);
    await trial.prepare(await object.put(trial.fresh(), object.created.token));
    const stale = await object.put(trial.fresh(), object.created.token, trial.freshKey());
    const original = await trial.send(stale);
    judgeReplay(trial, object, original, await trial.sendJudged(stale, `${original.status}, replayed`), 'A retried PUT that was stale');
  }
}
