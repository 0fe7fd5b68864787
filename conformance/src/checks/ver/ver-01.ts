import { effects } from '../../generated/resources.ts';
import { type Check, check } from '../../model/check.ts';
import { prepared, preparedOperations } from '../../scenarios/refusals/prepared-operation.ts';
import { isAccepted } from '../../scenarios/refusals/refusal.ts';
import { trySome } from '../../scenarios/try-some.ts';

/** VER-01: the version is a path segment: /api/{version}/... */
export const ver01: Check = check('VER-01', { isolation: 'shared', weight: 1 }, async (context) => {
  const authenticate = await context.sendJudged(context.run.session.authenticateCall(), 'anything but 404 and 405');
  judgeThere('authenticate', authenticate.status);
  await trySome(context, preparedOperations(context, context.target.companies[0]), async (candidate) => {
    const { operation } = candidate;
    if (await isAccepted(candidate)) {
      judgeThere(operation, undefined);
      return true;
    }
    const call = await prepared(candidate.prepare);
    if (call === undefined) return false;
    const { status } = await context.sendJudged(call, 'anything but 404 and 405');
    // Where the source gives no path, the configuration may have the wrong one.
    if (effects[operation]?.setting === undefined || (status !== 404 && status !== 405)) judgeThere(operation, status);
    else context.leaveUnjudged(`the path of ${operation}, which answers ${status}: set it in surface`);
    return true;
  });

  /** @param status undefined if the target accepts the operation's control there */
  function judgeThere(operation: string, status: number | undefined): void {
    const message = `${operation} must be under /api/${context.target.service.version}/.`;
    context.judge(status !== 404 && status !== 405, { message, expected: 'anything but 404 and 405', actual: String(status) });
  }
});
