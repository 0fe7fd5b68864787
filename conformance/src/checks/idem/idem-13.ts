import fc from 'fast-check';
import { headerNames } from '../../api/header-names.ts';
import { operations } from '../../generated/operations.ts';
import { isSuccess } from '../../http/answer.ts';
import { renameHeaders, withHeader, withoutHeader } from '../../http/call.ts';
import { type Check, check } from '../../model/check.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Answer, Call } from '../../model/exchange.ts';
import { webhook } from '../../scenarios/concurrency/guarded.ts';
import { creations } from '../../scenarios/idempotency/creation.ts';
import { ExpectedEffects, first, judgeReplay, withCreation } from '../../scenarios/idempotency/keyed-case.ts';
import type { KeyedUse } from '../../scenarios/idempotency/keyed-use.ts';
import { atEach, firstUse, freshCall, repeatableOperations } from '../../scenarios/idempotency/keyed-use.ts';
import { judgeSameState, shownState } from '../../scenarios/idempotency/shown-state.ts';
import { unlessAbsent } from '../../scenarios/unless-absent.ts';

/** Headers of one call, at most. */
const MOST_HEADERS = 12;

const CHARSET = 'application/json; charset=utf-8';

/** IDEM-13: for one user only method, URL and body bind a key. */
export const idem13: Check = check('IDEM-13', { isolation: 'shared', weight: 2 }, async (context) => {
  const kinds = await creations(context);
  const effects = new ExpectedEffects();
  const positions = Array.from({ length: MOST_HEADERS }, (_, index) => index);
  const change = fc.record({
    renewed: fc.boolean(),
    order: fc.shuffledSubarray(positions, { minLength: MOST_HEADERS }),
    letters: fc.constantFrom('as they were', 'upper case', 'lower case'),
    others: fc.boolean(),
  });
  const example = { renewed: true, order: positions, letters: 'as they were', others: true } as const;
  await context.forAll(
    withCreation(kinds, change),
    6,
    async ({ creation, rest: { renewed, order, letters, others } }) => {
      const [draft, key] = [await creation.draft(), context.freshKey()];
      const original = await first(context, creation, draft, key);
      const same = await creation.call(draft, key);
      let call = reordered(others ? withOthers(context, same) : same, order);
      if (renewed) call = withHeader(call, 'Authorization', await newAuthorization(context));
      if (letters !== 'as they were')
        call = renameHeaders(call, (name) => (letters === 'upper case' ? name.toUpperCase() : name.toLowerCase()));
      const what = `A retry with ${renewed ? 'a renewed token and ' : ''}its headers in another order, their names ${letters}${others ? `, and others beside them` : ''},`;
      judgeReplay(context, creation, original, await retry(context, call, `${original.status}, replayed`), what);
      effects.expect(creation, draft.mark, 1);
    },
    kinds.map((creation) => ({ creation, rest: { ...example, order: [...positions] } })),
  );
  await unlessAbsent(context, 'PUTs', () => judgePut(context));
  await judgeOperations(context);
  await effects.judge(context, 'A retry with a renewed token or rearranged headers must have no further effect.');
});

/** A PUT of a webhook, retried with a renewed token and other headers. */
async function judgePut(context: CheckContext): Promise<void> {
  const object = await webhook(context);
  const call = await object.put(context.fresh(), object.created.token, context.freshKey());
  const original = await context.prepare(call);
  const renewed = withHeader(withOthers(context, call), 'Authorization', await newAuthorization(context));
  const what = 'A retried PUT with a renewed token, and other headers beside those that it had,';
  judgeReplay(context, object, original, await retry(context, renewed, `${original.status}, replayed`), what);
}

/** Every operation, retried with all of it at once: a renewed token, and other headers, in the other order. */
async function judgeOperations(context: CheckContext): Promise<void> {
  const authorization = await newAuthorization(context);
  await atEach(context, repeatableOperations(context), async (one) => {
    const use = await firstUse(context, one);
    const before = await shownState(context, use.object);
    const others = withOthers(context, use.call);
    const renewed = withHeader(
      use.call.body === undefined ? withoutHeader(others, 'Content-Type') : others,
      'Authorization',
      authorization,
    );
    const call = { ...renewed, headers: renewed.headers.toReversed() };
    for (const spelled of context.some([(name: string) => name.toLowerCase(), (name: string) => name.toUpperCase()])) {
      const answer = await retry(context, renameHeaders(call, spelled), `${use.original.status}, replayed`);
      judgeReplay(context, { kind: one.operation }, use.original, answer, 'A retry with a renewed token and other headers');
    }
    await judgeSameState(context, use.object, before, `A retry with a renewed token and other headers (${one.operation})`);
    await judgeLicense(context, use);
  });
}

/** Where no company is in the path, the license key of another company of the user may serve as well. Whether the keys of each are its own is not said. */
async function judgeLicense(context: CheckContext, { one, call }: KeyedUse): Promise<void> {
  const [, second] = context.target.companies;
  if (context.isQuick || second === undefined || operations[one.operation].company) return;
  const { licenseKey } = headerNames(context.target.service.headerWord);
  const under = (other: Call): Call => withHeader(other, licenseKey, second.licenseKey);
  const control = await freshCall(context, one, context.freshKey());
  if (!isSuccess(await context.send(under(control.call)))) return;
  const answer = await context.sendJudged(under(call), '2xx');
  context.judge(answer.status !== 422, {
    message: `A retry under the license key of another company (${one.operation}) must not be refused as another request: that key serves as well.`,
    expected: 'the replay, or a request of its own',
    actual: '422',
  });
}

async function newAuthorization(context: CheckContext): Promise<string> {
  return `Bearer ${await context.run.session.newToken((login) => context.send(login))}`;
}

/** With another program's name and language, a number of the request's own, and a charset that is no other: none is method, URL or body. */
function withOthers(context: CheckContext, call: Call): Call {
  const others = [
    ['User-Agent', 'another/2.0'],
    ['Accept', 'application/json'],
    ['Accept-Language', 'it'],
    ['X-Request-Id', context.freshKey()],
    ['Content-Type', CHARSET],
  ] as const;
  return others.reduce((changed, [name, value]) => withHeader(changed, name, value), call);
}

/** Not every target takes a charset: one that does not is asked without. */
async function retry(context: CheckContext, call: Call, expected: string): Promise<Answer> {
  const answer = await context.sendJudged(call, expected);
  const refused = [400, 406, 415].includes(answer.status);
  return refused ? await context.sendJudged(withHeader(call, 'Content-Type', 'application/json'), expected) : answer;
}

function reordered(call: Call, order: readonly number[]): Call {
  return { ...call, headers: order.flatMap((position) => call.headers.slice(position, position + 1)) };
}
