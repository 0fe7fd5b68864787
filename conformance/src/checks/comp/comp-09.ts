import { type Check, check } from '../../model/check.ts';
import type { CheckContext } from '../../model/check-context.ts';
import { Skip } from '../../model/verdict.ts';
import { type ClosedCompanies, closedCompanies } from '../../scenarios/isolation/closed-companies.ts';
import { preparedOperations } from '../../scenarios/refusals/prepared-operation.ts';
import { judgeRefusals } from '../../scenarios/refusals/refusal.ts';
import { acceptedOperations, judgeRefused } from '../../scenarios/refusals/strange-company.ts';

/** COMP-09: a company of another user answers 403 with its own license key too. */
export const comp09: Check = check('COMP-09', { isolation: 'shared', weight: 1 }, async (context) => {
  const { foreignCompany } = context.target;
  const closed = context.isQuick ? undefined : await closedCompanies(context);
  if (foreignCompany === undefined && closed === undefined)
    throw new Skip('set foreignCompany to a company of another user, with its license key', 'no foreign company');
  if (foreignCompany !== undefined)
    for (const candidate of await acceptedOperations(context))
      await judgeRefused(context, candidate, foreignCompany, 'of another user, with its own license key,');
  if (closed !== undefined) await judgeOtherUser(context, closed);
});

/** The target has just let in the company's own user. That must not let in another one. */
async function judgeOtherUser(context: CheckContext, { companies, asOther }: ClosedCompanies): Promise<void> {
  for (const company of companies) {
    const scoped = preparedOperations(context, company).filter(({ configuration }) => !configuration);
    const alterations = [{ what: 'the token of a user without access to the company', apply: asOther }];
    await judgeRefusals(context, scoped, { status: 403, alterations });
  }
}
