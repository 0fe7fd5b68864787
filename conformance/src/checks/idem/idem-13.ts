import fc from 'fast-check';
import { headerNames } from '../../api/header-names.ts';
import type { Trial } from '../../engine/trial.ts';
import type { Answer } from '../../http/answer.ts';
import { type Call, renameHeaders, withHeader } from '../../http/call.ts';
import { type Check, check } from '../../model/check.ts';
import { webhook } from '../../scenarios/concurrency/guarded.ts';
import { creations } from '../../scenarios/idempotency/creation.ts';
import { first, judgeReplay, Ledger, withCreation } from '../../scenarios/idempotency/keyed-case.ts';
import { unlessAbsent } from '../../scenarios/unless-absent.ts';
import { applicationId } from '../../scenarios/values/texts.ts';

/** Headers of one call, at most. */
const mostHeaders = 12;

const charset = 'application/json; charset=utf-8';

/** IDEM-13: for one user only method, URL and body bind a key. */
export const idem13: Check = check('IDEM-13', async (trial) => {
  const kinds = await creations(trial);
  const ledger = new Ledger();
  const { applicationId: idHeader } = headerNames(trial.target.service.headerWord);
  const positions = Array.from({ length: mostHeaders }, (_, index) => index);
  const change = fc.record({
    renewed: fc.boolean(),
    order: fc.shuffledSubarray(positions, { minLength: mostHeaders }),
    letters: fc.constantFrom('as they were', 'upper case', 'lower case'),
    application: applicationId,
    others: fc.boolean(),
  });
  const example = { renewed: true, order: positions, letters: 'as they were', application: 'another', others: true } as const;
  await trial.forAll(
    withCreation(kinds, change),
    6,
    async ({ creation, rest: { renewed, order, letters, application, others } }) => {
      const [draft, key] = [await creation.draft(), trial.freshKey()];
      const original = await first(trial, creation, draft, key);
      const same = await creation.call(draft, key);
      let call = reordered(others ? withOthers(trial, same) : same, order);
      if (renewed) call = withHeader(call, 'Authorization', await newAuthorization(trial));
      // Whether a key belongs to the application too is left open.
      if (trial.bench.profile === 'reference') call = withHeader(call, idHeader, application);
      if (letters !== 'as they were')
        call = renameHeaders(call, (name) => (letters === 'upper case' ? name.toUpperCase() : name.toLowerCase()));
      const what = `A retry with ${renewed ? 'a renewed token and ' : ''}its headers in another order, their names ${letters}${others ? `, and others beside them` : ''},`;
      judgeReplay(trial, creation, original, await retry(trial, call, `${original.status}, replayed`), what);
      ledger.expect(creation, draft.mark, 1);
    },
    kinds.map((creation) => ({ creation, rest: { ...example, order: [...positions] } })),
  );
  await unlessAbsent(trial, 'PUTs', () => judgePut(trial));
  await ledger.judge(trial, 'A retry with a renewed token or rearranged headers must have no further effect.');
});

/** A PUT of a webhook, retried with a renewed token and other headers. */
async function judgePut(trial: Trial): Promise<void> {
  const object = await webhook(trial);
  const call = await object.put(trial.fresh(), object.created.token, trial.freshKey());
  const original = await trial.prepare(call);
  const renewed = withHeader(withOthers(trial, call), 'Authorization', await newAuthorization(trial));
  const what = 'A retried PUT with a renewed token, and other headers beside those that it had,';
  judgeReplay(trial, object, original, await retry(trial, renewed, `${original.status}, replayed`), what);
}

async function newAuthorization(trial: Trial): Promise<string> {
  return `Bearer ${await trial.bench.session.newToken((login) => trial.send(login))}`;
}

/** With another program's name and language, a number of the request's own, and a charset that is no other: none is method, URL or body. */
function withOthers(trial: Trial, call: Call): Call {
  const others = [
    ['User-Agent', 'another/2.0'],
    ['Accept', 'application/json'],
    ['Accept-Language', 'it'],
    ['X-Request-Id', trial.freshKey()],
    ['Content-Type', charset],
  ] as const;
  return others.reduce((changed, [name, value]) => withHeader(changed, name, value), call);
}

/** Not every target takes a charset: one that does not is asked without. */
async function retry(trial: Trial, call: Call, expected: string): Promise<Answer> {
  const answer = await trial.sendJudged(call, expected);
  const refused = [400, 406, 415].includes(answer.status);
  return refused ? await trial.sendJudged(withHeader(call, 'Content-Type', 'application/json'), expected) : answer;
}

function reordered(call: Call, order: readonly number[]): Call {
  return { ...call, headers: order.flatMap((position) => call.headers.slice(position, position + 1)) };
}
