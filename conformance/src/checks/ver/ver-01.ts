import { effects } from '../../generated/resources.ts';
import { type Check, check } from '../../model/check.ts';
import { preparedOperations } from '../../scenarios/refusals/prepared-operation.ts';
import { usualStatus } from '../../scenarios/refusals/refusal.ts';
import { trySome } from '../../scenarios/try-some.ts';

/** VER-01: the version is a path segment: /api/{version}/... */
export const ver01: Check = check('VER-01', { isolation: 'shared', weight: 1 }, async (context) => {
  const expected = 'anything but 404 and 405';
  const isThere = (status: number): boolean => status !== 404 && status !== 405;
  const judge = (operation: string, status: number): void => {
    const message = `${operation} must be under /api/${context.target.service.version}/.`;
    context.judge(isThere(status), { message, expected, actual: String(status) });
  };
  const authenticate = await context.sendJudged(context.run.session.authenticateCall(), expected);
  judge('authenticate', authenticate.status);
  await trySome(context, preparedOperations(context, context.target.companies[0]), async (candidate) => {
    const { operation } = candidate;
    const status = await usualStatus(context, candidate, expected);
    if (status === undefined) return false;
    // Where the source gives no path, the configuration may have the wrong one.
    if (effects[operation]?.setting === undefined || isThere(status)) judge(operation, status);
    else context.leaveUnjudged(`the path of ${operation}, which answers ${status}: set it in surface`);
    return true;
  });
});
