import fc from 'fast-check';
import { type Guarded, guardedKinds, tokenAfter } from '../../probe/guarded.ts';
import { judgeStale, judgeUnchanged } from '../../probe/unchanged.ts';
import { type Check, check } from '../../run/check.ts';
import type { Trial } from '../../run/trial.ts';
import type { Json } from '../../wire/json.ts';

/** An object, and every token that it had, the current one last. */
interface Model {
  readonly object: Guarded;
  readonly tokens: Json[];
  /** Set where the target does not show the token that a PUT left. */
  lost: boolean;
}

type Step = fc.AsyncCommand<Model, Trial>;

/** CONC-02: a PUT with a stale token answers 422, and nothing changes, however old the token is. */
export const conc02: Check = check('CONC-02', async (trial) => {
  const stale = fc.nat({ max: 3 }).map(putStale);
  const steps = fc.commands([fc.constant(putCurrent()), stale, stale], { maxCommands: 12, size: 'max', disableReplayLog: true });
  for (const kind of await guardedKinds(trial)) {
    await trial.forAll(steps, 6, async (history) => {
      const object = await kind(trial);
      const model: Model = { object, tokens: [object.created.token], lost: false };
      // The control comes first: a token that was not accepted once cannot become stale.
      await putCurrent().run(model, trial);
      await fc.asyncModelRun(() => ({ model, real: trial }), history);
      await putStale(0).run(model, trial);
    });
  }
});

function putCurrent(): Step {
  return {
    check: ({ lost }) => !lost,
    run: async (model, trial) => {
      const { object, tokens } = model;
      const answer = await trial.prepare(await object.put(trial.fresh(), tokens.at(-1) ?? null));
      const next = await tokenAfter(object, answer);
      if (next === undefined) model.lost = true;
      else tokens.push(next);
    },
    toString: () => 'put',
  };
}

/** @param age 0 for the token before the current one. */
function putStale(age: number): Step {
  return {
    check: () => true,
    run: async ({ object, tokens, lost }, trial) => {
      const old = lost ? tokens : tokens.slice(0, -1);
      const token = old.at(-1 - (age % Math.max(1, old.length)));
      // A token that came back is not stale.
      if (token === undefined || (!lost && String(token) === String(tokens.at(-1)))) return;
      const before = await object.look();
      const answer = await trial.sendJudged(await object.put(trial.fresh(), token), '422');
      judgeStale(trial, object, answer, 'A PUT with a stale token');
      await judgeUnchanged(trial, object, before, 'A PUT with a stale token');
    },
    toString: () => `putStale(${age})`,
  };
}
