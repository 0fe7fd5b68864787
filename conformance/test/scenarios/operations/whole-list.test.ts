import { expect, test } from 'vitest';
import type { CheckContext } from '../../../src/model/check-context.ts';
import type { Answer, Call } from '../../../src/model/exchange.ts';
import { readWhole } from '../../../src/scenarios/operations/list-pages.ts';

const list: Call = { method: 'GET', url: 'https://service.example/api/v3/1/articolo', headers: [] };
const COUNT = 1_200;
const OWN_LENGTH = 100;

/** Reads a list of COUNT objects. @param shown whether pages of the default length show an object @returns the complaints */
async function judged(shown: (id: number) => boolean): Promise<readonly string[]> {
  const wrong: string[] = [];
  const context = {
    send: async ({ url }: Call): Promise<Answer> => {
      const query = new URL(url).searchParams;
      const [limit, after] = [Number(query.get('limit') ?? OWN_LENGTH), Number(query.get('after') ?? 0)];
      const ids = Array.from({ length: Math.min(limit, COUNT - after) }, (_, index) => after + index + 1);
      const last = ids.at(-1) ?? COUNT;
      const link = last < COUNT ? ['link', `<${list.url}?limit=${limit}&after=${last}>; rel="next"`] : [];
      const entries = ids.filter((id) => limit !== OWN_LENGTH || shown(id)).map((id) => ({ id }));
      return { status: 200, rawHeaders: ['content-type', 'application/json', ...link], body: JSON.stringify(entries) };
    },
    judge: (holds: boolean, { message }: { readonly message: string }) => void (holds || wrong.push(message)),
  } as unknown as CheckContext;
  const { ids } = await readWhole(context, 'listArticolo', list);
  expect(ids).toHaveLength(COUNT);
  return wrong;
}

test('a list longer than its first pages is the same in pages of any length', async () => {
  expect(await judged(() => true)).toEqual([]);
});

test('an object that is missing in pages of the default length is reported, even if longer pages show it', async () => {
  expect(await judged((id) => id !== 250)).toEqual([expect.stringContaining('must show the same objects in the same order')]);
});
