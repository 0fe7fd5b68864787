import fc from 'fast-check';
import type { Trial } from '../../engine/trial.ts';
import { isSuccess } from '../../http/answer.ts';
import { type Check, check } from '../../model/check.ts';
import { type Changeable, changeable, guardedKinds, tokenAfter, webhookThat } from '../../scenarios/concurrency/guarded.ts';

/** CONC-01: a PUT with the current ConcurrencyToken succeeds, and when it changed something the token changes. */
export const conc01: Check = check('CONC-01', async (trial) => {
  // Each PUT takes its token from the answer before it, or from a look at the object.
  const sources = fc.array(fc.constantFrom('answer', 'look'), { minLength: 1, maxLength: 4 });
  for (const kind of await guardedKinds(trial)) {
    await trial.forAll(sources, 5, async (steps) => {
      const object = await kind(trial);
      let { token } = object.created;
      for (const source of steps) {
        if (source === 'look') token = (await object.look())?.token ?? token;
        const answer = await trial.sendRightful(await object.put(trial.fresh(), token));
        trial.judge(isSuccess(answer), {
          message: `A PUT (${object.kind}) with the current token must succeed.`,
          expected: '2xx',
          actual: `${answer.status} under token ${token}`,
        });
        const next = await tokenAfter(object, answer);
        if (next === undefined) return;
        trial.judge(String(next) !== String(token), {
          message: `A PUT that changes something (${object.kind}) must change the token.`,
          expected: `another token than ${token}`,
          actual: String(next),
        });
        token = next;
      }
    });
  }
  for (const member of trial.some(await changeable(trial))) await judgeTokenOf(trial, member);
});

/** Whatever a PUT changes, the token changes with it. */
async function judgeTokenOf(trial: Trial, member: Changeable): Promise<void> {
  const object = await webhookThat([member])(trial);
  let { token } = object.created;
  // Twice: the token of a creation may be made in another way.
  for (let put = 0; put < 2; put += 1) {
    const next = await tokenAfter(object, await trial.prepare(await object.put(trial.fresh(), token)));
    if (next === undefined) return;
    trial.judge(String(next) !== String(token), {
      message: `A PUT that changes the ${member} of a webhook must change its token.`,
      expected: `another token than ${token}`,
      actual: String(next),
    });
    token = next;
  }
}
