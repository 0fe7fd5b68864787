import { type Check, check } from '../../model/check.ts';
import type { Call } from '../../model/exchange.ts';
import { Skip } from '../../model/verdict.ts';
import { closedCompanies } from '../../scenarios/isolation/listed-companies.ts';
import { inCompany, scopedOperations } from '../../scenarios/refusals/prepared-operation.ts';
import { judgeRefusals } from '../../scenarios/refusals/refusal.ts';

/** COMP-09: a company of another user answers 403 with its own license key too. */
export const comp09: Check = check('COMP-09', { isolation: 'shared', weight: 1 }, async (context) => {
  const { companies, foreignCompany } = context.target;
  const closed = context.isQuick ? undefined : await closedCompanies(context);
  if (foreignCompany === undefined && closed === undefined)
    throw new Skip('set foreignCompany to a company of another user, with its license key', 'no foreign company');
  if (foreignCompany !== undefined) {
    const what = 'a company of another user, and its own license key,';
    const apply = (call: Call): Promise<Call> => inCompany(context, call, foreignCompany);
    await judgeRefusals(context, scopedOperations(context, companies[0]), { status: 403, alterations: [{ what, apply }] });
  }
  // The target has just let in the company's own user. That must not let in another one.
  const alterations = closed === undefined ? [] : [{ what: 'the token of a user without access to the company', apply: closed.asOther }];
  for (const company of closed?.companies ?? [])
    await judgeRefusals(context, scopedOperations(context, company), { status: 403, alterations });
});
