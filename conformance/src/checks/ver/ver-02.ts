import fc from 'fast-check';
import { type OperationId, operations } from '../../generated/operations.ts';
import { header } from '../../http/answer.ts';
import { type Check, check } from '../../model/check.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Call } from '../../model/exchange.ts';
import { prepared, preparedOperations } from '../../scenarios/refusals/prepared-operation.ts';
import { trySome } from '../../scenarios/try-some.ts';

/** VER-02: an unknown version or path answers 404; a known path with another method 405 with Allow. */
export const ver02: Check = check('VER-02', { isolation: 'shared', weight: 1 }, async (context) => {
  const api = await context.api();
  const { version } = context.target.service;
  const list = api.call('listAzienda');
  const at = (path: string): Call => ({ ...list, url: list.url.replace(`/api/${version}/config/Azienda`, path) });
  const absent = fc.constantFrom(
    '/api/v0/config/Azienda',
    '/api/v99/config/Azienda',
    '/api/config/Azienda',
    `/api/${version}/config/Nessuno`,
    `/api/${version}`,
    '/',
  );
  await context.forAll(absent, 6, async (path) => {
    const answer = await context.sendJudged(at(path), '404');
    context.judge(answer.status === 404, {
      message: `${path} is no path of the interface.`,
      expected: '404',
      actual: String(answer.status),
    });
  });
  await judgePath(context, 'authenticate', context.run.session.authenticateCall());
  await trySome(context, preparedOperations(context, context.target.companies[0]), async ({ operation, prepareRefused }) => {
    const call = await prepared(prepareRefused);
    if (call !== undefined) await judgePath(context, operation, call);
    return call !== undefined;
  });
});

/** The path of each operation: under another version it is none, and another method it does not take. */
async function judgePath(context: CheckContext, operation: OperationId, call: Call): Promise<void> {
  const { version } = context.target.service;
  const elsewhere = { ...call, url: call.url.replace(`/api/${version}/`, '/api/v99/') };
  const answer = await context.sendJudged(elsewhere, '404');
  // 410 says of an object that it is there no more.
  context.judge(answer.status === 404 || answer.status === 410, {
    message: `${operation} must not be there under another version.`,
    expected: '404',
    actual: String(answer.status),
  });
  const { body: _none, ...patch } = { ...call, method: 'PATCH' };
  const refused = await context.sendJudged(patch, '405 with Allow');
  const allow = (header(refused, 'Allow') ?? '').split(',').map((one) => one.trim().toUpperCase());
  const { method } = operations[operation];
  context.judge(refused.status === 405 && allow.includes(method), {
    message: `PATCH on the path of ${operation} must be refused, with the methods that it takes.`,
    expected: `405 with Allow: ${method}`,
    actual: `${refused.status} with Allow: ${allow.join(', ') || 'none'}`,
  });
}
