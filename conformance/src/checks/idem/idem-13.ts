import { headerNames } from '../../api/header-names.ts';
import { operations } from '../../generated/operations.ts';
import { isSuccess } from '../../http/answer.ts';
import { renameHeaders, withHeader } from '../../http/call.ts';
import { type Check, check } from '../../model/check.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Answer, Call } from '../../model/exchange.ts';
import { judgeReplay } from '../../scenarios/idempotency/answers.ts';
import { Effects } from '../../scenarios/idempotency/effects.ts';
import { atEach, firstUse, freshCall, keyedOperations, leftAlone, type Use } from '../../scenarios/idempotency/use.ts';

/** IDEM-13: for one user only method, URL and body bind a key: a retry may have a renewed token and other headers, in another order. */
export const idem13: Check = check('IDEM-13', { isolation: 'shared', weight: 2 }, async (context) => {
  const created = Effects.listsOf(context);
  const authorization = `Bearer ${await context.run.session.newToken((login) => context.send(login))}`;
  await atEach(context, keyedOperations(context), async (one) => {
    const use = await firstUse(context, one);
    const others = withOthers(context, use.call, authorization);
    const call = { ...others, headers: others.headers.toReversed() };
    const what = 'A retry with a renewed token and other headers';
    await leftAlone(context, use.object, `${what} (${one.operation})`, async () => {
      for (const spelled of context.some([(name: string) => name.toLowerCase(), (name: string) => name.toUpperCase()])) {
        const answer = await retry(context, renameHeaders(call, spelled), `${use.original.status}, replayed`);
        judgeReplay(context, one.operation, use.original, answer, what);
      }
    });
    created.expect(use);
    await context.part(`${one.operation} under another license key`, { from: 'standard' }, () => judgeLicense(context, use));
  });
  await created.judge('A retry with a renewed token and other headers must have no further effect');
});

/** Without a company in the path, a target may accept another license key. The source does not say whether each has keys of its own. */
async function judgeLicense(context: CheckContext, { one, call }: Use): Promise<void> {
  const [, second] = context.target.companies;
  if (second === undefined || operations[one.operation].company) return;
  const { licenseKey } = headerNames(context.target.service.headerWord);
  const under = (other: Call): Call => withHeader(other, licenseKey, second.licenseKey);
  const control = await freshCall(context, one, context.freshKey());
  if (!isSuccess(await context.send(under(control.call)))) return;
  const answer = await context.sendJudged(under(call), '2xx');
  context.judge(answer.status !== 422, {
    message: `A retry with the license key of another company (${one.operation}) must not be refused as another request.`,
    expected: 'the replay, or a request of its own',
    actual: '422',
  });
}

/** The call with a renewed token and other headers. None of them is method, URL or body. */
function withOthers(context: CheckContext, call: Call, authorization: string): Call {
  const others: readonly (readonly [name: string, value: string])[] = [
    ['User-Agent', 'another/2.0'],
    ['Accept', 'application/json'],
    ['Accept-Language', 'it'],
    ['X-Request-Id', context.freshKey()],
    ['Authorization', authorization],
    ...(call.body === undefined ? [] : [['Content-Type', 'application/json; charset=utf-8'] as const]),
  ];
  return others.reduce((changed, [name, value]) => withHeader(changed, name, value), call);
}

/** A target may refuse a charset. Then the retry is sent without one. */
async function retry(context: CheckContext, call: Call, expected: string): Promise<Answer> {
  const answer = await context.sendJudged(call, expected);
  const refused = [400, 406, 415].includes(answer.status);
  return refused ? await context.sendJudged(withHeader(call, 'Content-Type', 'application/json'), expected) : answer;
}
