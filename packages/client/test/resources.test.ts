import { inspect } from 'node:util';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { change, createClient } from '../src/index.ts';
import { nextQuery } from '../src/resources/link.ts';
import { referenceService } from './reference-service.ts';
import { problem, scriptedService, withLogins } from './scripted-service.ts';

/** A list of so many entries that answers in pages, with links as `href` writes them. */
function pagedScript(count: number, href: (query: string) => string) {
  return withLogins(({ path }) => {
    const { searchParams } = new URL(path, 'http://service.test');
    const [limit, after] = [Number(searchParams.get('limit') ?? 3), Number(searchParams.get('after') ?? 0)];
    const ids = Array.from({ length: count }, (_, index) => index + 1).filter((id) => id > after);
    const body = ids.slice(0, limit).map((id) => ({ id, descrizione: `n. ${id}`, concurrencyToken: 0 }));
    const link = ids.length > limit ? { Link: `<${href(`limit=${limit}&after=${body.at(-1)?.id}`)}>; rel="next"` } : undefined;
    return { status: 200, body, headers: { ...link } };
  });
}

test('a list yields every entry once, in its order, whatever the size of its pages', async () => {
  const sizes = [fc.integer({ min: 0, max: 20 }), fc.integer({ min: 1, max: 7 })] as const;
  const property = fc.asyncProperty(...sizes, async (count, limit) => {
    await using service = await scriptedService(pagedScript(count, (query) => `/api/v3/1/articolo?${query}`));
    const entries = await createClient(service.options).company(1, 'l').articolo.list({ limit }).toArray();
    expect(entries.map(({ id }) => id)).toEqual(Array.from({ length: count }, (_, index) => index + 1));
    expect(service.calls()).toHaveLength(Math.max(1, Math.ceil(count / limit)));
  });
  await fc.assert(property, { numRuns: 25 });
});

test('a link is followed on the host and the path of the list, wherever it leads: the keys go nowhere else', async () => {
  await using elsewhere = await scriptedService(() => ({ status: 200, body: [] }));
  await using service = await scriptedService(pagedScript(5, (query) => `${elsewhere.options.adminUrl}/stolen?${query}`));
  const entries = await createClient(service.options).company(1, 'l').articolo.list().toArray();
  expect({ count: entries.length, stolen: elsewhere.seen }).toEqual({ count: 5, stolen: [] });
  expect(service.calls().map(({ path }) => path)).toEqual(['/customer/api/v3/1/articolo', '/customer/api/v3/1/articolo?limit=3&after=3']);
});

test('a list whose links lead in a circle ends with an error', async () => {
  const script = withLogins(() => ({ status: 200, body: [{ id: 1 }], headers: { Link: '</x?after=1>; rel="next"' } }));
  await using service = await scriptedService(script);
  const list = createClient(service.options).company(1, 'l').articolo.list();
  await expect(list.toArray()).rejects.toMatchObject({ code: 'contract-breach' });
  expect(service.calls()).toHaveLength(2);
});

test('a list that is left early reads no further pages', async () => {
  await using service = await scriptedService(pagedScript(9, (query) => `?${query}`));
  const { articolo } = createClient(service.options).company(1, 'l');
  for await (const { id } of articolo.list()) if (id === 2) break;
  expect(await articolo.list().toArray({ max: 2 })).toHaveLength(2);
  expect(service.calls()).toHaveLength(2);
});

test.for([
  ['</a?after=3>; rel="next"', '?after=3'],
  ['</a?after=1>; rel="prev", <http://h/a?after=3&limit=2#x>; title="a, b"; rel=next', '?after=3&limit=2'],
  ['<?x=1>; rel="first next"', '?x=1'],
  ['</a?after=3>; rel="nextish"', undefined],
  ['</a?after=1>; title="before; rel=next, after"; rel="prev", </a?after=3>; rel="next"', '?after=3'],
  ['</a?after=1>; title="a <b>; rel=next"', undefined],
  ['</a?after=3>; rel="prev"; rel="next"', undefined],
  ['</a>; rel="last"', undefined],
  ['</a?after=3>  ;  rel  =  next', '?after=3'],
  ['</a?after=1>; rel=; title=x, </a?after=3>; rel="next"', '?after=3'],
  ['<<</a?after=3>; rel="next"', '?after=3'],
  [`</a?after=1>; title="open, </a?after=3>; rel=${' '.repeat(15_000)}"next"`, undefined],
  ['nonsense', undefined],
  [undefined, undefined],
] as const)('of the Link header %j the next page is %j', ([link, query]) => {
  expect(nextQuery(link)).toBe(query);
});

/** An object that others change between each read and write, so many times. */
function contested(rivals: number) {
  let token = 2 ** 53 - 20;
  let left = rivals;
  const written: unknown[] = [];
  const script = withLogins(({ method, body }) => {
    if (method === 'GET') {
      const answer = { status: 200, body: { id: 1, nome: `n. ${token}`, concurrencyToken: token } };
      if (left-- > 0) token += 1;
      return answer;
    }
    const sent = JSON.parse(body);
    if (sent.concurrencyToken !== token) return problem(422, 'concurrency-conflict');
    token += 1;
    written.push(sent.nome);
    return { status: 200, body: { ...sent, concurrencyToken: token } };
  });
  return { script, written };
}

test('a change is applied again to what others wrote, with a key of its own each time, and takes effect once', async () => {
  const { script, written } = contested(3);
  await using service = await scriptedService(script);
  const { anagrafica } = createClient(service.options).company(1, 'l');
  const result = await change(anagrafica, 1, (current) => ({ ...current, nome: `${current.nome}!` }));
  expect(written).toEqual([`n. ${2 ** 53 - 17}!`]);
  expect(result).toMatchObject({ status: 200, data: { concurrencyToken: 2 ** 53 - 16 } });
  const keys = service.calls().flatMap(({ headers, method }) => (method === 'PUT' ? [headers['idempotency-key']] : []));
  expect({ writes: keys.length, different: new Set(keys).size }).toEqual({ writes: 4, different: 4 });
});

test('a change that others are faster than every time ends with a stale token', async () => {
  const { script, written } = contested(99);
  await using service = await scriptedService(script);
  const { anagrafica } = createClient(service.options).company(1, 'l');
  const winner = { nome: expect.any(String), concurrencyToken: expect.any(Number) };
  await expect(change(anagrafica, 1, (current) => current, { maxTries: 3 })).rejects.toMatchObject({
    code: 'stale-token',
    current: winner,
  });
  expect({ calls: service.calls().length, written }).toEqual({ calls: 7, written: [] });
});

test('a change that others are faster than until its deadline ends with a stale token or the deadline', async () => {
  const { script } = contested(Number.POSITIVE_INFINITY);
  await using service = await scriptedService(script);
  const { anagrafica } = createClient(service.options).company(1, 'l');
  const error = await change(anagrafica, 1, (current) => current, { timeoutMs: 2000 }).catch((thrown: unknown) => thrown);
  expect(['stale-token', 'timeout']).toContain(Object(error).code);
  // It waits between its tries: without that there would be hundreds.
  expect(service.calls().length).toBeLessThan(60);
});

test('a change is ended by its signal while it waits', async () => {
  const { script } = contested(Number.POSITIVE_INFINITY);
  await using service = await scriptedService(script);
  const { anagrafica } = createClient(service.options).company(1, 'l');
  const abort = new AbortController();
  let tries = 0;
  const apply = <T>(current: T): T => {
    tries += 1;
    if (tries === 3) setTimeout(() => abort.abort(), 1);
    return current;
  };
  await expect(change(anagrafica, 1, apply, { signal: abort.signal })).rejects.toMatchObject({ code: 'aborted' });
});

test('twelve changes of one object at once all take effect', async () => {
  await using reference = await referenceService();
  const { articolo } = createClient(reference.options).company(1, reference.access.companies[0]?.licenseKey ?? '');
  const [first] = await articolo.list().toArray({ max: 1 });
  const id = first?.id ?? 0;
  const before = await change(articolo, id, (current) => ({ ...current, descrizione: 'x' }));
  await Promise.all(
    Array.from({ length: 12 }, () => change(articolo, id, (current) => ({ ...current, descrizione: `${current.descrizione}x` }))),
  );
  expect((await articolo.get(id)).data).toMatchObject({
    descrizione: 'x'.repeat(13),
    concurrencyToken: Number(before?.data.concurrencyToken) + 12,
  });
});

test('a draft without a number and a webhook are changed as they were read', async () => {
  await using reference = await referenceService();
  const licenses = Object.fromEntries(reference.access.companies.map(({ id, licenseKey }) => [id, licenseKey]));
  const client = createClient({ ...reference.options, licenses });
  const { documento, anagrafica, articolo } = client.company(1);
  const contact = await anagrafica.create({ nome: 'Rossi' });
  const [item] = await articolo.list().toArray({ max: 1 });
  const righe = [{ articoloId: item?.id ?? 0, descrizione: 'Vite', quantita: '1', prezzoUnitario: '1.00', aliquotaIva: '22.00' }];
  const draft = await documento.create({ anagraficaId: contact.data.id, data: '2026-01-31', righe });
  expect(draft.data.numero).toBeNull();
  const changed = await change(documento, draft.data.id, (current) => ({ ...current, data: '2026-02-01' }));
  expect(changed?.data).toMatchObject({ numero: null, data: '2026-02-01', righe: [{ descrizione: 'Vite' }] });

  const webhook = await client.webhook.create({ AziendaId: null, Url: 'https://example.com/a', Events: ['articolo.Create'] });
  const moved = await change(client.webhook, webhook.data.id, (current) => ({ ...current, url: 'https://example.com/b' }));
  expect(moved?.data).toMatchObject({ aziendaId: null, url: 'https://example.com/b', events: ['articolo.Create'], description: null });
  const named = await change(client.webhook, webhook.data.id, ({ concurrencyToken }) => ({
    ...{ AziendaId: null, Url: 'https://example.com/c', Description: 'mine', Events: ['Documento.Emit'] },
    ConcurrencyToken: concurrencyToken,
  }));
  expect(named?.data).toMatchObject({ url: 'https://example.com/c', description: 'mine', events: ['Documento.Emit'] });
});

test('a change that has nothing to change writes nothing', async () => {
  const { script } = contested(0);
  await using service = await scriptedService(script);
  expect(await change(createClient(service.options).company(1, 'l').anagrafica, 1, () => undefined)).toBeUndefined();
  expect(service.calls().map(({ method }) => method)).toEqual(['GET']);
});

test('the secret of a webhook is in one place, and shows itself to nobody who does not ask', async () => {
  const body = { id: 1, aziendaId: null, url: 'https://example.com', events: [], enabled: true, description: null };
  await using service = await scriptedService(
    withLogins(() => ({ status: 201, body: { ...body, concurrencyToken: 0, secret: 'whsec-1' } })),
  );
  const client = createClient({ ...service.options, licenseKey: 'l' });
  const created = await client.webhook.create({ AziendaId: null, Url: 'https://example.com', Events: ['articolo.Create'] });
  expect(`${inspect(created, { depth: 9, showHidden: true })} ${JSON.stringify(created)} ${created.secret}`).not.toContain('whsec-1');
  expect({ secret: created.secret.reveal(), data: created.data.secret }).toEqual({ secret: 'whsec-1', data: null });
});
