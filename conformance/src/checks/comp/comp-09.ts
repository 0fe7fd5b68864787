import { type Check, check } from '../../model/check.ts';
import { Skip } from '../../model/verdict.ts';
import { acceptedOperations, judgeRefused } from '../../scenarios/refusals/strange-company.ts';

/** COMP-09: a company that is not the user's answers 403 under its own license key too. */
export const comp09: Check = check('COMP-09', { isolation: 'shared', weight: 1 }, async (context) => {
  const { foreignCompany } = context.target;
  if (foreignCompany === undefined)
    throw new Skip('set foreignCompany to a company of another user, with its license key', 'no foreign company');
  for (const candidate of await acceptedOperations(context))
    await judgeRefused(context, candidate, foreignCompany, 'that is not the user’s, under its own license key,');
});
