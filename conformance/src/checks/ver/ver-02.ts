import fc from 'fast-check';
import { type OperationId, operations } from '../../generated/operations.ts';
import { header } from '../../http/answer.ts';
import { type Check, check } from '../../model/check.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Call } from '../../model/exchange.ts';
import { preparedOperations } from '../../scenarios/refusals/prepared-operation.ts';
import { trySome } from '../../scenarios/try-some.ts';
import { whereItCan } from '../../scenarios/unless-refused.ts';

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
      message: `${path} must not exist.`,
      expected: '404',
      actual: String(answer.status),
    });
  });
  const judged = new Map<string, OperationCall[]>();
  const judgeOperation = async (operation: OperationId, call: Call): Promise<void> => {
    const { api: part, path } = operations[operation];
    const here = judged.get(`${part} ${path}`) ?? [];
    judged.set(`${part} ${path}`, [...here, [operation, call]]);
    await judgePath(context, operation, call, here.length === 0 ? judged.size : undefined);
  };
  await judgeOperation('authenticate', context.run.session.authenticateCall());
  await trySome(context, preparedOperations(context, context.target.companies[0]), async ({ operation, prepareRefused }) => {
    const call = await whereItCan(prepareRefused);
    if (call === undefined) return false;
    await judgeOperation(operation, call);
    return true;
  });
  await judgeMethods(context, [...judged.values()]);
});

type OperationCall = readonly [OperationId, Call];

/**
 * Judges that the path of an operation does not exist in another version or with a longer ending.
 * @param turn which path it is, if it is the first operation there: some of the absent paths go round, and are for one operation of a path
 */
async function judgePath(context: CheckContext, operation: OperationId, call: Call, turn: number | undefined): Promise<void> {
  for (const { what, url } of context.some(absentPaths(context, operation, call, turn))) {
    const answer = await context.sendJudged({ ...call, url }, '404 or 410');
    // 410 is right for an object that no longer exists.
    context.judge(answer.status === 404 || answer.status === 410, {
      message: `${operation} must not exist ${what}.`,
      expected: '404 or 410',
      actual: String(answer.status),
    });
  }
}

/** Judges PATCH at each path, PUT where no operation of the path has it, and another method that none of them has. */
async function judgeMethods(context: CheckContext, paths: readonly (readonly OperationCall[])[]): Promise<void> {
  const calls = paths.flat();
  for (const [turn, calledHere] of paths.entries()) {
    const [[operation, call] = []] = calledHere;
    if (operation === undefined || call === undefined) continue;
    // A query is not part of the path.
    await judgeMethod(context, calledHere, { ...call, url: `${call.url}?x=1` }, 'PATCH');
    if (context.isQuick) continue;
    const { api, path } = operations[operation];
    const taken = Object.values(operations).filter((one) => one.api === api && one.path === path);
    // The configuration may put several operations at one address.
    const here = calls.filter(([, { url }]) => url === call.url).map(([other]) => operations[other]);
    const isFree = (method: string): boolean => ![...taken, ...here].some((one) => one.method === method);
    const others = OTHER_METHODS.filter(isFree);
    for (const method of [...['PUT'].filter(isFree), ...others.slice((turn + 1) % others.length).slice(0, 1)])
      await judgeMethod(context, calledHere, call, method);
  }
}

const OTHER_METHODS = ['GET', 'POST', 'DELETE', 'PATCH'];

/** @param here the operations of the path, whose methods Allow must name */
async function judgeMethod(context: CheckContext, here: readonly OperationCall[], call: Call, method: string): Promise<void> {
  const { body: _none, ...other } = { ...call, method };
  const refused = await context.sendJudged(other, '405 with Allow');
  const allow = (header(refused, 'Allow') ?? '').split(',').map((one) => one.trim().toUpperCase());
  for (const [operation] of here) {
    const taken = operations[operation].method;
    context.judge(refused.status === 405 && allow.includes(taken), {
      message: `${method} on the path of ${operation}${call.url.includes('?') ? ' with a query' : ''} must be refused, and Allow must name ${taken}.`,
      expected: `405 with Allow: ${taken}`,
      actual: `${refused.status} with Allow: ${allow.join(', ') || 'none'}`,
    });
  }
}

/** Absent addresses near that of an operation. A target may serve several versions, but none with these names. */
function absentPaths(
  context: CheckContext,
  operation: OperationId,
  { url }: Call,
  turn: number | undefined,
): readonly { what: string; url: string }[] {
  const { version } = context.target.service;
  const under = (other: string): { what: string; url: string } => ({
    what: `under the version ${other}`,
    url: url.replace(`/api/${version}/`, `/api/${other}/`),
  });
  const goingOn = (end: string): { what: string; url: string } => ({ what: `at a path that continues with ${end}`, url: `${url}${end}` });
  const inTurn = turn === undefined ? [] : [under(turn % 2 === 0 ? 'v99' : `v${version}`)];
  // If a path ends with an identifier, a longer one could be that of another object.
  const endsWithId = operations[operation].path.endsWith('}');
  const longer = endsWithId ? (turn === undefined ? [] : [goingOn('/nessuno')]) : [goingOn('x1y2')];
  // A configured path may contain no version.
  return [...inTurn, under(`${version}1`), ...longer, goingOn(';x=1')].filter((one) => one.url !== url);
}
