import { describe, expect, test } from 'vitest';
import { entriesOf, readList } from '../../src/api/listing.ts';

const entries = [{ id: 1 }, { id: 2 }];

function entriesIn(body: unknown, member?: string): unknown {
  return entriesOf({ status: 200, rawHeaders: [], body: JSON.stringify(body) }, member);
}

describe('the entries of a list', () => {
  test('are found bare and in any envelope', () => {
    for (const body of [entries, { items: entries, total: 2 }, { data: { results: entries }, errors: [] }, { _embedded: { x: entries } }])
      expect(entriesIn(body)).toEqual(entries);
  });

  test('are those with the requested member, whatever else the answer holds', () => {
    expect(entriesIn({ warnings: [{ code: 'W1' }], items: entries })).toEqual(entries);
    expect(entriesIn({ filters: [{ id: 'x' }], companies: [{ aziendaId: 1 }] }, 'aziendaId')).toEqual([{ aziendaId: 1 }]);
    expect(entriesIn({ errors: [], items: [{ evento: { EventGuid: 'x' } }] })).toEqual([{ evento: { EventGuid: 'x' } }]);
  });

  test('are found by their ids, if wrapped one by one, with separate members, or as plain ids', () => {
    expect(entriesIn({ 1: { id: 1 }, 2: { nome: 'x' } })).toEqual([{ id: 1 }, { id: 2, nome: 'x' }]);
    expect(entriesIn({ items: { a: { id: 'a' } } })).toEqual([{ id: 'a' }]);
    expect(entriesIn({ edges: [{ cursor: 'c', node: { id: 1 } }] })).toEqual([{ id: 1 }]);
    expect(entriesIn({ data: [{ type: 'x', id: '1', attributes: { nome: 'y' } }] }, 'nome')).toMatchObject([{ id: '1', nome: 'y' }]);
    for (const body of [[1, 2], { companies: [1, 2] }]) expect(entriesIn(body)).toEqual(entries);
  });

  test('are the listed objects, not the content of one of them', () => {
    const items = [{ articoloId: 5, categoria: { id: 3 } }];
    expect(entriesIn(items)).toEqual(items);
  });

  test('are none in an empty list and in an answer without content', () => {
    expect(entriesIn({ items: [], total: 0 })).toEqual([]);
    expect(entriesIn({ warnings: [{ code: 'W1' }], items: [] })).toEqual([]);
    expect(entriesOf({ status: 204, rawHeaders: [], body: '' })).toEqual([]);
  });

  test('cannot be read from rows and columns, or without a list', () => {
    expect(entriesIn({ columns: ['id'], rows: [[1], [2]] })).toBeUndefined();
    expect(entriesIn({ articoli: 3 })).toBeUndefined();
    expect(entriesIn({})).toBeUndefined();
  });
});

describe('a list in pages', () => {
  const call = { method: 'GET', url: 'http://host/list', headers: [] };
  const read = (pages: Readonly<Record<string, unknown>>, headers: readonly string[] = []) =>
    readList(call, async ({ url }) => ({ status: 200, rawHeaders: headers, body: JSON.stringify(pages[url.slice('http://host'.length)]) }));

  test.for([
    ['next', '?page=2'],
    ['@odata.nextLink', 'http://host/list?page=2'],
    ['links', { next: { href: '/list?page=2' } }],
    ['meta', { paging: { nextPageUrl: '/list?page=2' } }],
  ])('is read on by %s', async ([name, next]) => {
    const pages = { '/list': { items: [{ id: 1 }], [String(name)]: next, total: 2 }, '/list?page=2': { items: [{ id: 2 }], total: 2 } };
    expect(await read(pages)).toEqual({ entries, complete: true });
  });

  test('is read in the longest pages if it has several pages', async () => {
    const pages = {
      '/list': { items: [{ id: 1 }], next: '?page=2' },
      '/list?limit=500': { items: entries },
    };
    expect(await read(pages)).toEqual({ entries, complete: true });
  });

  test('is read in its own pages if it ignores the limit or then has fewer entries', async () => {
    const own = { '/list': { items: [{ id: 1 }], next: '?page=2' }, '/list?page=2': { items: [{ id: 2 }] } };
    for (const limited of [{ error: 'limit' }, { items: [] }, { items: [{ id: 1 }] }])
      expect(await read({ ...own, '/list?limit=500': limited })).toEqual({ entries, complete: true });
  });

  test.for([
    '</list?page=2>; rel="next last"',
    '</list?page=0>; rel=first, </list?page=2>; title="a, b"; rel = NEXT',
    '</list>; rel="self first", <?page=2>; title="older, <more>; rel=prev, \\"all\\""; rel=next',
  ])('is read on by its header: %s', async (link) => {
    const list = await readList(call, async ({ url }) => ({
      status: 200,
      rawHeaders: url.endsWith('2') ? [] : ['Link', link],
      body: JSON.stringify([{ id: url.endsWith('2') ? 2 : 1 }]),
    }));
    expect(list).toEqual({ entries, complete: true });
  });

  test('holds every object once, even if objects are added and removed between two pages', async () => {
    const stock = [7, 6, 5, 4, 3, 2, 1].map((id) => ({ id }));
    const changes = [() => stock.unshift({ id: 8 }), () => stock.splice(0, 2)];
    const list = await readList(call, async ({ url }) => {
      const at = Number(new URL(url).searchParams.get('at'));
      const next = at + 3 < stock.length ? { next: `?at=${at + 3}` } : {};
      const body = JSON.stringify({ items: stock.slice(at, at + 3), ...next });
      changes.shift()?.();
      return { status: 200, rawHeaders: [], body };
    });
    const ids = list?.entries.map(({ id }) => id) ?? [];
    expect(ids).toHaveLength(new Set(ids).size);
    expect(ids).toEqual(expect.arrayContaining([6, 5, 4, 3, 2, 1]));
  });

  test.for([{ nextCursor: 'x' }, { hasMore: true }, { meta: { total: 7 } }, { next: 2 }, { next: 'http://elsewhere/list' }])(
    'is not complete where it goes on in a way of its own: %j',
    async (mark) => {
      expect(await read({ '/list': { items: [{ id: 1 }], ...mark } })).toEqual({ entries: [{ id: 1 }], complete: false });
    },
  );

  test.for([{ nextCursor: null }, { hasMore: false }, { total: 1 }, { next: '' }, {}])(
    'is complete where nothing says more: %j',
    async (mark) => {
      expect(await read({ '/list': { items: [{ id: 1 }], ...mark } })).toMatchObject({ complete: true });
    },
  );

  test('is not complete if a header counts more entries', async () => {
    expect(await read({ '/list': [{ id: 1 }] }, ['X-Total-Count', '9'])).toMatchObject({ complete: false });
  });
});
