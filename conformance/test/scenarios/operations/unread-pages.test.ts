import { expect, test } from 'vitest';
import { effects } from '../../../src/generated/resources.ts';
import type { CheckContext } from '../../../src/model/check-context.ts';
import type { Answer, Call } from '../../../src/model/exchange.ts';
import type { OperationCase } from '../../../src/scenarios/operations/operation-case.ts';
import { judgeBesideLarge, judgeSimultaneous } from '../../../src/scenarios/operations/page-breaks.ts';

const list: Call = { method: 'GET', url: 'https://service.example/api/v3/1/articolo', headers: [] };
const one = { operation: 'listArticolo', effect: effects.listArticolo } as OperationCase;
const busy: Answer = { status: 429, rawHeaders: [], body: '' };
const MADE_AT = '2026-01-01T00:00:00.000Z';

/** Judges a list of three simultaneous entries. @param isBusy whether this page is answered 429 @returns the complaints */
async function judged(
  judge: (context: CheckContext, one: OperationCase) => Promise<void>,
  isBusy: (limit: number, after: number) => boolean,
): Promise<readonly string[]> {
  const wrong: string[] = [];
  const context = {
    send: async ({ url }: Call): Promise<Answer> => {
      const query = new URL(url).searchParams;
      const [limit, after] = [Number(query.get('limit')), Number(query.get('after') ?? 0)];
      if (isBusy(limit, after)) return busy;
      const ids = [1, 2, 3].slice(after, after + limit);
      const link = after + limit < 3 ? ['link', `<${list.url}?limit=${limit}&after=${after + limit}>; rel="next"`] : [];
      return { status: 200, rawHeaders: link, body: JSON.stringify(ids.map((id) => ({ id, madeAt: MADE_AT }))) };
    },
    judge: (holds: boolean, { message }: { readonly message: string }) => void (holds || wrong.push(message)),
  } as unknown as CheckContext;
  await judge(context, one);
  return wrong;
}

test('a list is not blamed for a next page that could not be read', async () => {
  const ids = ['1', '2', '3'];
  const entries = new Map(ids.map((id) => [id, { id, madeAt: MADE_AT }]));
  const judge = (context: CheckContext, one: OperationCase): Promise<void> => judgeSimultaneous(context, one, list, { ids, entries });
  expect(await judged(judge, (limit, after) => limit === 1 && after === 1)).toEqual([]);
});

test('a list is not blamed for long pages that could not be read', async () => {
  const judge = (context: CheckContext, one: OperationCase): Promise<void> => judgeBesideLarge(context, one, list);
  expect(await judged(judge, (limit) => limit > 1)).toEqual([]);
});
