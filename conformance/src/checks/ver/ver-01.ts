import { type Check, check } from '../../model/check.ts';
import { prepared, probes } from '../../scenarios/refusals/probe.ts';

/** The operations whose paths the source gives whole. */
const stated = ['listAzienda', 'listArticolo', 'getArticolo', 'createAnagrafica', 'createWebhook', 'updateWebhook', 'deleteWebhook'];

/** VER-01: the version is a path segment: /api/{version}/... */
export const ver01: Check = check('VER-01', async (trial) => {
  const authenticate = await trial.sendJudged(trial.bench.session.authenticateCall(), 'anything but 404 and 405');
  judgeThere('authenticate', authenticate.status);
  for (const { operation, prepare } of probes(trial, trial.target.companies[0])) {
    const call = stated.includes(operation) ? await prepared(prepare) : undefined;
    if (call !== undefined) judgeThere(operation, (await trial.sendJudged(call, 'anything but 404 and 405')).status);
  }

  function judgeThere(operation: string, status: number): void {
    const message = `${operation} must stand under /api/${trial.target.service.version}/.`;
    trial.judge(status !== 404 && status !== 405, { message, expected: 'anything but 404 and 405', actual: String(status) });
  }
});
