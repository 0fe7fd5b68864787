import fc from 'fast-check';
import { type Check, check } from '../../run/check.ts';
import { Inconclusive } from '../../run/verdict.ts';
import { contactBody } from '../../target/contacts.ts';
import { isSuccess } from '../../wire/answer.ts';
import { type Call, renameHeaders } from '../../wire/call.ts';

/** Upper case where the pattern says so, lower case elsewhere. */
function recase(pattern: readonly boolean[]): (name: string) => string {
  return (name) =>
    [...name].map((character, index) => (pattern[index % pattern.length] ? character.toUpperCase() : character.toLowerCase())).join('');
}

/** HDR-08: header names are case-insensitive. */
export const hdr08: Check = check('HDR-08', async (trial) => {
  const api = await trial.api();
  const calls: Readonly<Record<string, () => Call>> = {
    authenticate: () => trial.bench.session.authenticateCall(),
    listAzienda: () => api.call('listAzienda'),
    listArticolo: () => api.call('listArticolo'),
    createAnagrafica: () => api.call('createAnagrafica', { body: contactBody(trial, trial.fresh()), key: trial.freshKey() }),
  };
  const pattern = fc.oneof(fc.constantFrom([false], [true]), fc.array(fc.boolean(), { minLength: 2, maxLength: 24 }));
  let judged = 0;
  for (const [operation, call] of Object.entries(calls)) {
    if (!isSuccess(await trial.send(call()))) continue;
    judged += 1;
    await trial.forAll(pattern, 5, async (upper) => {
      const renamed = renameHeaders(call(), recase(upper));
      const answer = await trial.sendJudged(renamed, '2xx');
      trial.judge(isSuccess(answer), {
        message: `${operation} must read its headers in any case.`,
        expected: '2xx',
        actual: `${answer.status} with ${renamed.headers.map(([name]) => name).join(', ')}`,
      });
    });
  }
  if (judged === 0) throw new Inconclusive('no operation accepts the request that should be accepted');
});
