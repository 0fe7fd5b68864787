import { headerNames } from '../../api/header-names.ts';
import { withHeader } from '../../http/call.ts';
import { type Check, check } from '../../model/check.ts';
import { judgeAccepted } from '../../scenarios/refusals/acceptance.ts';
import type { Alteration } from '../../scenarios/refusals/refusal.ts';
import { applicationId, extremeApplicationIds, worstApplicationId } from '../../scenarios/values/texts.ts';

/** HDR-06: no value of the application id makes a request fail. */
export const hdr06: Check = check('HDR-06', { isolation: 'shared', weight: 2 }, async (context) => {
  const { applicationId: name } = headerNames(context.target.service.headerWord);
  const ids = new Map<unknown, string>();
  const under = (id: string): Alteration => {
    const alteration: Alteration = { what: `the application id ${JSON.stringify(id)}`, apply: (call) => withHeader(call, name, id) };
    ids.set(alteration, id);
    return alteration;
  };
  // The way back lets an extreme id that is refused shrink to the shortest that is.
  const drawn = applicationId.map(under, (alteration) => ids.get(alteration) ?? '');
  await judgeAccepted(context, [under(worstApplicationId)], { inTurn: extremeApplicationIds.map(under), drawn });
});
