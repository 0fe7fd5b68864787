import { isSuccess } from '../../http/answer.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Answer } from '../../model/exchange.ts';
import { newObjectAfter } from './available-object.ts';
import { boundOperations, operationCases } from './operation-case.ts';

/**
 * Judges that what an act makes can be read even by a client that was told before that it does not exist (COMP-08). The control is an
 * object that nobody asked for before the act.
 */
export async function judgeAskedBefore(context: CheckContext): Promise<void> {
  const [company] = context.target.companies;
  for (const { operation, effect, callFor } of boundOperations(context)) {
    const act = operationCases(context, company).find((one) => one.operation === effect.after);
    if (effect.kind !== 'read' || act === undefined) continue;
    const { after, of = act.effect.resource } = act.effect;
    const done = async (isAsked: boolean): Promise<Answer | undefined> => {
      const object = after === undefined ? await act.findObject() : await newObjectAfter(context, after, company);
      const { call } = await callFor(object);
      const early = isAsked ? await context.send(call) : undefined;
      context.judge(early === undefined || !isSuccess(early) || early.body.trim() !== '', {
        message: `${operation} must not answer with an empty body before ${act.operation} has made anything.`,
        expected: '404',
        actual: `${early?.status} without a body`,
      });
      if (isAsked && early?.status !== 404) return undefined;
      await context.prepare((await act.callFor(object)).call);
      return await context.send(call);
    };
    const control = await done(false);
    const asked = await done(true);
    if (control === undefined || asked === undefined || !isSuccess(control)) continue;
    context.judge(isSuccess(asked), {
      message: `What ${act.operation} makes of an object of ${of} must be readable even if somebody asked for it before it existed.`,
      expected: `2xx of ${operation}, as when nobody asked before`,
      actual: String(asked.status),
    });
  }
}
