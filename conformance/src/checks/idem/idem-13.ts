import fc from 'fast-check';
import { creations } from '../../probe/creation.ts';
import { first, judgeReplay, Ledger, withCreation } from '../../probe/keyed-case.ts';
import { applicationId } from '../../probe/texts.ts';
import { type Check, check } from '../../run/check.ts';
import { headerNames } from '../../target/header-names.ts';
import { type Call, renameHeaders, withHeader } from '../../wire/call.ts';

/** Headers of one call, at most. */
const mostHeaders = 12;

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
  });
  const example = { renewed: true, order: positions, letters: 'as they were', application: 'another' } as const;
  await trial.forAll(
    withCreation(kinds, change),
    6,
    async ({ creation, rest: { renewed, order, letters, application } }) => {
      const [draft, key] = [await creation.draft(), trial.freshKey()];
      const original = await first(trial, creation, draft, key);
      let call = reordered(await creation.call(draft, key), order);
      if (renewed) call = withHeader(call, 'Authorization', `Bearer ${await trial.bench.session.newToken((login) => trial.send(login))}`);
      // Whether a key belongs to the application too is left open.
      if (trial.bench.profile === 'reference') call = withHeader(call, idHeader, application);
      if (letters !== 'as they were')
        call = renameHeaders(call, (name) => (letters === 'upper case' ? name.toUpperCase() : name.toLowerCase()));
      const what = `A retry with ${renewed ? 'a renewed token and ' : ''}its headers in another order, their names ${letters},`;
      judgeReplay(trial, creation, original, await trial.sendJudged(call, `${original.status}, replayed`), what);
      ledger.expect(creation, draft.mark, 1);
    },
    kinds.map((creation) => ({ creation, rest: { ...example, order: [...positions] } })),
  );
  await ledger.judge(trial, 'A retry with a renewed token or rearranged headers must have no further effect.');
});

function reordered(call: Call, order: readonly number[]): Call {
  return { ...call, headers: order.flatMap((position) => call.headers.slice(position, position + 1)) };
}
