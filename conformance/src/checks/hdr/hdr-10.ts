import { headerNames } from '../../api/header-names.ts';
import { isSuccess } from '../../http/answer.ts';
import { withHeader } from '../../http/call.ts';
import { type Check, check } from '../../model/check.ts';
import type { Call } from '../../model/exchange.ts';
import { Skip } from '../../model/verdict.ts';
import { closedCompanies } from '../../scenarios/isolation/listed-companies.ts';
import { preparedOperations } from '../../scenarios/refusals/prepared-operation.ts';
import { isAccepted, judgeRefusals } from '../../scenarios/refusals/refusal.ts';
import { trySome } from '../../scenarios/try-some.ts';

/** HDR-10: configuration endpoints accept the license key of any of the user's companies. */
export const hdr10: Check = check('HDR-10', { isolation: 'shared', weight: 1 }, async (context) => {
  const { companies, foreignCompany } = context.target;
  if (companies.length < 2) throw new Skip('only one company is configured: add a second one to companies', 'one company');
  const { licenseKey } = headerNames(context.target.service.headerWord);
  const configuration = preparedOperations(context, companies[0]).filter((candidate) => candidate.configuration);
  await trySome(context, configuration, async (candidate) => {
    // The control is the license key of the first company.
    if (!(await isAccepted(candidate))) {
      context.leaveUnjudged(`${candidate.operation}: it does not accept its unaltered request`);
      return false;
    }
    if (foreignCompany !== undefined) {
      const refusal = await context.sendJudged(withHeader(await candidate.prepareRefused(), licenseKey, foreignCompany.licenseKey), '403');
      context.judge(refusal.status === 403, {
        message: `${candidate.operation} must refuse the license key of company ${foreignCompany.id}, which belongs to another user.`,
        expected: '403',
        actual: String(refusal.status),
      });
    }
    for (const company of companies.slice(1)) {
      const answer = await context.sendJudged(withHeader(await candidate.prepare(), licenseKey, company.licenseKey), '2xx');
      context.judge(isSuccess(answer), {
        message: `${candidate.operation} must accept the license key of company ${company.id}.`,
        expected: '2xx',
        actual: String(answer.status),
      });
    }
    return true;
  });
  const closed = context.isQuick ? undefined : await closedCompanies(context);
  if (closed === undefined) return;
  for (const company of closed.companies) {
    const under = (call: Call): Call => withHeader(call, licenseKey, company.licenseKey);
    const what = `the license key of company ${company.id} and the token of a user without access to it`;
    const alterations = [{ what, apply: (call: Call): Call => under(closed.asOther(call)) }];
    for (const candidate of configuration)
      await context.part(candidate.operation, async () => {
        // A user with access is let in first.
        await context.send(under(await candidate.prepare()));
        await judgeRefusals(context, [candidate], { status: 403, alterations });
      });
  }
});
