import { type Check, check } from '../../model/check.ts';
import { prepared, preparedOperations } from '../../scenarios/refusals/prepared-operation.ts';

/** The operations whose paths the source gives whole. */
const stated = ['listAzienda', 'listArticolo', 'getArticolo', 'createAnagrafica', 'createWebhook', 'updateWebhook', 'deleteWebhook'];

/** VER-01: the version is a path segment: /api/{version}/... */
export const ver01: Check = check('VER-01', { isolation: 'shared', weight: 1 }, async (context) => {
  const authenticate = await context.sendJudged(context.run.session.authenticateCall(), 'anything but 404 and 405');
  judgeThere('authenticate', authenticate.status);
  for (const { operation, prepare } of preparedOperations(context, context.target.companies[0])) {
    const call = stated.includes(operation) ? await prepared(prepare) : undefined;
    if (call !== undefined) judgeThere(operation, (await context.sendJudged(call, 'anything but 404 and 405')).status);
  }

  function judgeThere(operation: string, status: number): void {
    const message = `${operation} must stand under /api/${context.target.service.version}/.`;
    context.judge(status !== 404 && status !== 405, { message, expected: 'anything but 404 and 405', actual: String(status) });
  }
});
