import { CALM_MS, type Experiment, RESIDENT_BYTES_MAX } from './experiment.ts';
import { type Load, underLoad } from './under-load.ts';

const EVENTS_PATH = '/api/v3/config/evento?limit=500';
/** A page of a list holds a megabyte, and a little around it. */
const PAGE_BYTES_MAX = 1.2 * 1024 * 1024;
const REGISTERED_AT_ONCE = 20;
const PARALLEL = 4;
/** Nobody may be delivered to there: what costs is the deliveries in the log. */
const ELSEWHERE = 'https://10.0.0.1/';
const TYPE = 'articolo.Create';

export const eventBomb: Experiment = {
  name: 'event-bomb',
  summary: 'lists of events that each went to hundreds of webhooks: one whole, and four at once',
  stores: ['sqlite', 'postgres'],
  limits: { unavailable: false, residentBytes: RESIDENT_BYTES_MAX, wait: { ms: 2_000, timesCalm: 20 } },
  run: (context) =>
    underLoad(context, { writers: 1, pauseMs: 50, bystander: true, calmMs: CALM_MS }, async (load) => {
      const webhooks = context.amount(400, 990);
      const events = context.amount(60, 300);
      context.progress(`registers ${webhooks} webhooks`);
      await register(load, webhooks);
      for (let count = 1; count <= events; count += 1) {
        context.signal.throwIfAborted();
        context.progress(`${count} of ${events} events`);
        await fire(load, count);
      }
      const rounds = context.amount(2, 5);
      for (let round = 1; round <= rounds; round += 1) {
        context.signal.throwIfAborted();
        context.progress(`round ${round} of ${rounds}`);
        await wholeLog(load, events, webhooks);
        await Promise.all(Array.from({ length: PARALLEL }, () => onePage(load, EVENTS_PATH)));
      }
      return rounds * (PARALLEL + 1);
    }),
};

async function register({ client }: Load, webhooks: number): Promise<void> {
  const body = { AziendaId: 1, Url: ELSEWHERE, Events: [TYPE] };
  let left = webhooks;
  const work = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      const created = await client.callUntilAnswered('POST', '/api/v3/config/webhook', { body });
      if (created.status !== 201) throw new Error(`A webhook was answered ${created.status}: ${created.text}`);
    }
  };
  await Promise.all(Array.from({ length: REGISTERED_AT_ONCE }, work));
}

async function fire({ client }: Load, count: number): Promise<void> {
  const created = await client.callUntilAnswered('POST', '/api/v3/1/articolo', { body: { codice: `B${count}`, descrizione: 'Bomb' } });
  if (created.status !== 201) throw new Error(`An item was answered ${created.status}: ${created.text}`);
}

interface Entry {
  readonly evento: { readonly Type: string; readonly CompanyId: number };
  readonly deliveries: readonly unknown[];
  readonly nextDeliveries?: string;
}

/** A page, with what is wrong with it. */
async function onePage({ client, noteAnswer, complain }: Load, path: string) {
  const page = await client.callUntilAnswered('GET', path);
  noteAnswer(page.by);
  if (page.status !== 200) complain(`a list of events was answered ${page.status}`);
  if (page.text.length > PAGE_BYTES_MAX) complain(`a page of events had ${page.text.length} bytes`);
  return page;
}

/** Follows the pages to the end, and of the newest event the deliveries that the list does not show. */
async function wholeLog(load: Load, events: number, webhooks: number): Promise<void> {
  const found: Entry[] = [];
  for (let path: string | undefined = EVENTS_PATH; path !== undefined; ) {
    const page = await onePage(load, path);
    // The bystander's are of company 2.
    found.push(...(JSON.parse(page.text) as Entry[]).filter(({ evento }) => evento.Type === TYPE && evento.CompanyId === 1));
    path = page.next;
  }
  if (found.length !== events) load.complain(`a list had ${found.length} of ${events} events`);
  let deliveries = found[0]?.deliveries.length ?? 0;
  for (let next = found[0]?.nextDeliveries; next !== undefined; ) {
    const entry: Entry = JSON.parse((await onePage(load, next)).text);
    deliveries += entry.deliveries.length;
    next = entry.nextDeliveries;
  }
  if (deliveries !== webhooks) load.complain(`an event had ${deliveries} of ${webhooks} deliveries`);
}
