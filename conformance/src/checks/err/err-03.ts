import { operations } from '../../generated/operations.ts';
import { type Check, over } from '../../model/check.ts';
import type { CheckContext } from '../../model/check-context.ts';
import { JUDGED } from '../../model/evidence.ts';
import type { Answer } from '../../model/exchange.ts';
import { sendOddValues } from '../../scenarios/record/odd-values.ts';
import { failsAgain } from '../../scenarios/record/sent-again.ts';
import { ServerFaults, type Suspect } from '../../scenarios/record/server-faults.ts';
import { callTheRest } from '../../scenarios/record/uncalled.ts';

/** ERR-03: a valid request is not answered 500, which HTTP defines as a fault of the service. */
export const err03: Check = over(
  'ERR-03',
  1,
  ({ target }) => new ServerFaults(target),
  async (context, faults) => {
    await callTheRest(context, faults.judged);
    await sendOddValues(context);
    const broken: Broken[] = [];
    for (const { id } of Object.values(operations)) {
      const found = await brokenBy(context, faults, faults.suspects(id));
      if (found !== undefined) broken.push(found);
      else if (faults.times.of(id) > 0)
        context.leaveUnjudged(
          `${id}, which answered with a fault of its own ${faults.times.of(id)} times, but never to a right request that was sent again`,
        );
    }
    const told = broken.map(({ suspect: { operation, answer } }) => `${operation} ${answer.status} (${faults.times.of(operation)} times)`);
    context.judge(broken.length === 0, {
      message: `The service must not answer right requests with a fault of its own: ${broken.map(({ suspect }) => suspect.operation).join(', ')}.`,
      expected: '2xx, or a refusal',
      actual: `${told.join('; ')}, and again on each new try`,
      about: { [JUDGED]: broken[0]?.again, 'the earlier answers': broken.map(({ suspect }) => suspect.answer) },
    });
  },
);

interface Broken {
  readonly suspect: Suspect;
  readonly again: Answer;
}

/** The first suspect call of an operation that fails on each new try. */
async function brokenBy(context: CheckContext, faults: ServerFaults, suspects: readonly Suspect[]): Promise<Broken | undefined> {
  for (const suspect of suspects) {
    const { operation } = suspect;
    const isTaken = faults.isAccepted(operation);
    // A target may lack operations that the source does not state, or have them in another form.
    if (!isTaken && operations[operation].level !== 'stated') continue;
    const again = await context.part(operation, () => failsAgain(context, suspect, isTaken));
    if (again !== undefined) return { suspect, again };
  }
  return undefined;
}
