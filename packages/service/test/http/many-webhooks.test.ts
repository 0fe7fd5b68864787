import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WEBHOOKS_MAX } from '../../src/generated/limits.ts';
import { DELIVERIES_LISTED_MAX } from '../../src/store/event-deliveries.ts';
import { PAGE_BYTES_MAX } from '../../src/store/page-budget.ts';
import { type Running, startRunning } from '../harness/running.ts';
import { stores } from '../harness/stores.ts';

const WEBHOOKS = '/api/v3/config/webhook';
const EVENTS = '/api/v3/config/evento';
/** So many are as large as may be. */
const LARGE = 120;
const AT_ONCE = 10;
const TYPES = ['Anagrafica.Create', ...Array.from({ length: 99 }, (_, index) => `${'X'.repeat(90)}${index}.Create`)];

interface Entry {
  readonly evento: { readonly EventGuid: string };
  readonly deliveries: readonly { readonly webhookId: number }[];
  readonly nextDeliveries?: string;
}

describe.each(stores)('on $name, with as many webhooks as one user may have', ({ location }) => {
  let running: Running;
  const codes: unknown[] = [];

  beforeAll(async () => {
    running = await startRunning({ database: await location() });
    const create = async (index: number) => {
      const Events = index < LARGE ? TYPES : ['articolo.Delete'];
      const { status, body } = await running.call('POST', WEBHOOKS, {
        body: { AziendaId: null, Url: `${running.receiver.url}/hook`, Events },
      });
      codes.push(status === 201 ? 201 : body.code);
    };
    // Five more than there may be, the last of them at once.
    for (let first = 0; first < WEBHOOKS_MAX + 5; first += AT_ONCE) {
      const count = Math.min(AT_ONCE, WEBHOOKS_MAX + 5 - first);
      await Promise.all(Array.from({ length: count }, (_, index) => create(first + index)));
    }
  });
  afterAll(() => running.close());

  test('D-06: one more is refused, and registered where another was deleted', async () => {
    expect(codes.filter((code) => code === 201)).toHaveLength(WEBHOOKS_MAX);
    expect(codes.filter((code) => code === 'too-many-webhooks')).toHaveLength(5);
    const [last] = Array.from((await running.call('GET', `${WEBHOOKS}?limit=1`)).body);
    expect((await running.call('DELETE', `${WEBHOOKS}/${last?.id}`)).status).toBe(204);
    const body = { AziendaId: null, Url: 'https://example.com/', Events: ['articolo.Delete'] };
    expect((await running.call('POST', WEBHOOKS, { body })).status).toBe(201);
    expect((await running.call('POST', WEBHOOKS, { body })).status).toBe(422);
  });

  test('a page of large webhooks ends early, and the pages together hold all of them', async () => {
    const sizes: number[] = [];
    let count = 0;
    for (let next: string | undefined = `${WEBHOOKS}?limit=500`; next !== undefined; ) {
      const { body, text, headers } = await running.call('GET', next);
      sizes.push(text.length);
      count += body.length;
      next = /<([^>]+)>; rel="next"/.exec(headers.get('Link') ?? '')?.[1];
    }
    expect(count).toBe(WEBHOOKS_MAX);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(1.1 * PAGE_BYTES_MAX);
  });

  test('an entry of the list shows the first deliveries of its event, and leads to the others', async () => {
    await running.call('POST', '/api/v3/1/Anagrafica', { body: { nome: 'Ada' } });
    const [listed] = Array.from((await running.call('GET', `${EVENTS}?limit=1`)).body) as unknown as [Entry];
    expect(listed.deliveries).toHaveLength(DELIVERIES_LISTED_MAX);
    const found = [...listed.deliveries];
    for (let next = listed.nextDeliveries; next !== undefined; ) {
      const entry = (await running.call('GET', next)).body as unknown as Entry;
      found.push(...entry.deliveries);
      next = entry.nextDeliveries;
    }
    const webhooks = Array.from((await running.call('GET', `${WEBHOOKS}?limit=500`)).body);
    const told = webhooks.filter(({ events }) => String(events).includes('Anagrafica.Create')).map(({ id }) => id);
    const ids = found.map(({ webhookId }) => webhookId);
    expect([new Set(ids).size, ids.slice(0, told.length)]).toEqual([ids.length, told]);
    const { status, body } = await running.call('POST', `${EVENTS}/${listed.evento.EventGuid}/redeliver`, { key: 'again' });
    expect([status, (body as unknown as Entry).deliveries.length, typeof body.nextDeliveries]).toEqual([202, 100, 'string']);
  });
});
