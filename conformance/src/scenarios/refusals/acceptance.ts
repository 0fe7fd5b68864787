import { isSuccess } from '../../http/answer.ts';
import type { CheckContext } from '../../model/check-context.ts';
import { Inconclusive } from '../../model/verdict.ts';
import { trySome } from '../try-some.ts';
import { whereItCan } from '../unless-refused.ts';
import { type PreparedOperation, preparedOperations } from './prepared-operation.ts';
import { type Alteration, controlFails, judgeNear, type Near } from './refusal.ts';

type Place = Pick<PreparedOperation, 'operation' | 'prepare'> & { readonly one?: PreparedOperation['one'] };

/**
 * Judges that each operation accepts an altered call. After a refusal, a usual call shows whether the alteration was the reason.
 * @throws Inconclusive if no operation accepts its usual call
 */
export async function judgeAccepted(context: CheckContext, alterations: readonly Alteration[], near: Near): Promise<void> {
  const authenticate: Place = { operation: 'authenticate', prepare: async () => context.run.session.authenticateCall() };
  const places = [authenticate, ...preparedOperations(context, context.target.companies[0])];
  const judge = async (place: Place, { what, apply }: Alteration): Promise<boolean> => {
    const call = await whereItCan(place.prepare);
    if (call === undefined) return false;
    const answer = await context.sendJudged(await apply(call), '2xx');
    if (!isSuccess(answer) && (await controlFails(context, place)) !== undefined) return false;
    const message = `${place.operation} must accept ${what}.`;
    context.judge(isSuccess(answer), { message, expected: '2xx', actual: String(answer.status) });
    return true;
  };
  // They come first, since the failure of a drawn one shows the simplest that is refused. Lists need no object.
  const simple = places.filter(({ one }) => one === undefined || one.effect.kind === 'list');
  await judgeNear(context, simple, near, judge);
  await trySome(context, places, async (place) => {
    let isJudged = false;
    for (const alteration of context.some(alterations).slice(0, place.one?.staysForGood ? 1 : alterations.length))
      isJudged = (await judge(place, alteration)) || isJudged;
    return isJudged;
  });
  if (context.judgements === 0) throw new Inconclusive('no operation accepts its usual request');
}
