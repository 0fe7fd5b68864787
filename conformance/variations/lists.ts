import type { Fault, NewFault, Request } from '../mutants/mutant.ts';
import { type Answer, bodyOf, entriesOf, headerOf, isSuccess, refusal, withBody, withHeader, without } from '../mutants/peer/message.ts';
import type { Variation } from './variation.ts';

type Entry = Readonly<Record<string, unknown>>;

const isList = (operation: string | undefined): boolean => operation?.startsWith('list') ?? false;

/** Whether the entries of this list have an id. Those of the log have none. */
const isOfObjects = (operation: string): boolean => operation !== 'listEvento';

/** Lists with the same entries in another shape. */
function shaped(shape: (entries: readonly Entry[]) => unknown, which: (operation: string) => boolean = isList): NewFault {
  return () => async (request, forward) => {
    const answer = await forward(request);
    const { operation = '' } = request;
    return isList(operation) && which(operation) && isSuccess(answer) ? withBody(answer, shape(entriesOf(answer))) : answer;
  };
}

/** Lists in pages of this many entries, with the link to the next page in the body. */
function paged(most: (operation: string) => number, page: (entries: readonly Entry[], next: string | undefined) => unknown): NewFault {
  return () => async (request, forward) => {
    const { operation = '', path } = request;
    if (!isList(operation)) return await forward(request);
    const asked = path.includes('limit=') ? path : `${path}${path.includes('?') ? '&' : '?'}limit=${most(operation)}`;
    const answer = await forward({ ...request, path: asked });
    const next = nextOf(answer);
    return isSuccess(answer) ? withBody(without(answer, 'Link'), page(entriesOf(answer), next)) : answer;
  };
}

/** Lists in pages that are counted from the newest entry, so that each creation moves the other entries back. */
function countedOff(most: number): NewFault {
  return () => async (request, forward) => {
    if (!isList(request.operation)) return await forward(request);
    const [path = '', query] = request.path.split('?');
    const entries: Entry[] = [];
    let answer: Answer | undefined;
    for (let next: string | undefined = path; next !== undefined; next = nextOf(answer)) {
      answer = await forward({ ...request, path: next });
      if (!isSuccess(answer)) return answer;
      const page = entriesOf(answer);
      // The log already begins with the newest entry.
      if (request.operation === 'listEvento') entries.push(...page);
      else entries.unshift(...page.toReversed());
    }
    const from = Number(new URLSearchParams(query).get('from'));
    const page = withBody(without(answer ?? refusal(404), 'Link'), entries.slice(from, from + most));
    return from + most < entries.length ? withHeader(page, 'Link', `<${path}?from=${from + most}>; rel="next last"`) : page;
  };
}

/** Lists in pages of at most this many entries, whatever `limit` asks for. */
function shortPages(most: number): Fault {
  return async (request, forward) => {
    if (!isList(request.operation)) return await forward(request);
    const [path = '', query] = request.path.split('?');
    const asked = new URLSearchParams(query);
    if (!(Number(asked.get('limit') ?? most + 1) <= most)) asked.set('limit', String(most));
    return await forward({ ...request, path: `${path}?${asked}` });
  };
}

/** A log in pages of one event. Each reading of the first page finds two new events of others. */
const busyLog: NewFault = () => {
  const inPages = shortPages(1);
  let others: Request | undefined;
  return async (request, forward) => {
    if (request.operation === 'createAnagrafica') others = withBody(without(request, 'Idempotency-Key'), { nome: 'Altro' });
    const isFirstPage = request.operation === 'listEvento' && !request.path.includes('after=');
    for (let count = 0; isFirstPage && others !== undefined && count < 2; count += 1) await forward(others);
    return await inPages(request, forward);
  };
};

/** Lists whose last page links to one more, which is empty. Each page also holds a list of warnings. */
const endingEmpty: NewFault = () => async (request, forward) => {
  if (!isList(request.operation)) return await forward(request);
  const path = request.path.replace(/[?&]end=1$/, '');
  const isEnd = path !== request.path;
  const answer = await forward({ ...request, path });
  if (!isSuccess(answer)) return answer;
  const page = withBody(without(answer, 'Link'), { warnings: [{ code: 'W1' }], items: isEnd ? [] : entriesOf(answer) });
  const next = nextOf(answer) ?? `${path}${path.includes('?') ? '&' : '?'}end=1`;
  return isEnd ? page : withHeader(page, 'Link', `<${next}>; rel="next"`);
};

/** The first request with each key finds an entry of somebody else in the list, which is gone the next time. */
const seenForAMoment: NewFault = () => {
  const asked = new Set<string>();
  return async (request, forward) => {
    const answer = await forward(request);
    const key = headerOf(request, 'Idempotency-Key');
    if (request.operation !== 'listAnagrafica' || key === undefined || !isSuccess(answer)) return answer;
    const asks = `${headerOf(request, 'Authorization')} ${key}`;
    if (asked.has(asks)) return answer;
    asked.add(asks);
    return withBody(answer, [{ id: 4_711_000, nome: 'Di passaggio' }, ...entriesOf(answer)]);
  };
};

/** A log whose entries show one delivery, with a link to the next. */
const oneDelivery = (): Fault => async (request, forward) => {
  const answer = await forward(request);
  const [path = ''] = request.path.split('?');
  if (!isSuccess(answer)) return answer;
  if (request.operation === 'listEvento') {
    const shortened = entriesOf(answer).map((entry) => withOneDelivery(entry, `${path}/${Object(entry.evento).EventGuid}`));
    return withBody(answer, shortened);
  }
  return request.operation === 'getEvento' ? withBody(answer, withOneDelivery(bodyOf(answer), path)) : answer;
};

/** Answers 503 to every third request for a later page. */
function everyThirdFails(fault: Fault): Fault {
  let pages = 0;
  return async (request, forward) => {
    if (!/[?&]after=/.test(request.path)) return await fault(request, forward);
    pages += 1;
    return pages % 3 === 0 ? { status: 503, headers: [], body: '' } : await fault(request, forward);
  };
}

function withOneDelivery(entry: Entry, path: string): Entry {
  const [first, ...others]: readonly unknown[] = Array.isArray(entry.deliveries) ? entry.deliveries : [];
  if (others.length === 0) return entry;
  return { ...entry, deliveries: [first], nextDeliveries: `${path}?after=${Object(first).webhookId}` };
}

function nextOf(answer: Answer | undefined): string | undefined {
  return answer && /<([^>]*)>/.exec(headerOf(answer, 'Link') ?? '')?.[1];
}

const isOfWebhooks = (operation: string): boolean => operation.endsWith('Webhook');

/** A resource in the form of JSON:API. */
function resource(type: string, { id, ...attributes }: Entry): Entry {
  return { type, id: String(id), attributes };
}

/** Lists and objects in the form of JSON:API. Webhooks stay as they are, because the source gives their members. */
const jsonApi: NewFault = () => async (request, forward) => {
  const answer = await forward(request);
  const { operation = '' } = request;
  if (isOfWebhooks(operation) || !isSuccess(answer) || !/^[[{]/.test(answer.body)) return answer;
  const type = operation.replace(/^[a-z]+/, '').toLowerCase();
  if (isList(operation)) return withBody(answer, { data: entriesOf(answer).map((entry) => resource(type, entry)), meta: { version: 1 } });
  return bodyOf(answer).id === undefined
    ? answer
    : withBody(answer, { data: resource(type, bodyOf(answer)), links: { self: request.path } });
};

const rows = (entries: readonly Entry[]): unknown => {
  const columns = [...new Set(entries.flatMap(Object.keys))];
  return { columns, rows: entries.map((entry) => columns.map((name) => entry[name] ?? null)) };
};

const xml: NewFault = () => async (request, forward) => {
  const answer: Answer = await forward(request);
  if (!isList(request.operation) || !isSuccess(answer)) return answer;
  const items = entriesOf(answer).map(
    (entry) => `<item>${Object.entries(entry).map(([name, value]) => `<${name}>${String(value)}</${name}>`)}</item>`,
  );
  return { ...answer, headers: [['Content-Type', 'application/xml']], body: `<items>${items.join('')}</items>` };
};

/** Lists in other shapes, and with other links to the next page. The source shows neither. */
export const listVariations: readonly Variation[] = [
  {
    id: 'lists-by-id',
    against: ['RES-02'],
    fault: shaped((entries) => Object.fromEntries(entries.map((entry) => [String(entry.id), entry])), isOfObjects),
  },
  {
    id: 'lists-by-id-told-once',
    against: ['RES-02'],
    fault: shaped((entries) => ({ items: Object.fromEntries(entries.map(({ id, ...entry }) => [String(id), entry])) }), isOfObjects),
  },
  {
    id: 'lists-of-edges',
    against: ['RES-02'],
    fault: shaped((entries) => ({ edges: entries.map((node) => ({ cursor: `c${String(node.id)}`, node })) })),
  },
  { id: 'json-api', against: ['EVT-15', 'COMP-10', 'RES-02'], fault: jsonApi },
  {
    id: 'companies-are-nothing-but-ids',
    against: ['RES-02'],
    fault: shaped(
      (entries) => entries.map(({ id }) => id),
      (operation) => operation === 'listAzienda',
    ),
  },
  {
    id: 'companies-have-a-code-for-an-id',
    against: ['RES-02'],
    fault: shaped(
      (entries) => entries.map(({ id: codice, ...entry }) => ({ codice, ...entry })),
      (operation) => operation === 'listAzienda',
    ),
  },
  {
    id: 'no-content-for-an-empty-list',
    fault: () => async (request, forward) => {
      const answer = await forward(request);
      return isList(request.operation) && answer.body === '[]' ? { status: 204, headers: [], body: '' } : answer;
    },
  },
  {
    id: 'lists-with-the-next-page-in-the-body',
    against: ['RES-02'],
    fault: paged(
      () => 3,
      (value, next) => ({ value, ...(next && { '@odata.nextLink': next }) }),
    ),
  },
  {
    id: 'lists-with-a-cursor',
    against: ['COMP-10', 'RES-02'],
    fault: paged(
      (operation) => (operation === 'listAzienda' ? 1 : 8),
      (items, next) => ({ items, nextCursor: next === undefined ? null : 'k2' }),
    ),
  },
  {
    id: 'lists-that-end-without-a-word',
    against: ['COMP-10'],
    fault: paged(
      (operation) => (operation === 'listAzienda' ? 50 : 8),
      (items) => items,
    ),
  },
  { id: 'lists-in-pages-from-the-newest', rules: ['COMP-*', 'IDEM-*', 'HOOK-*'], against: ['COMP-10'], fault: countedOff(5) },
  { id: 'lists-in-short-pages', fault: () => shortPages(5) },
  { id: 'a-log-with-one-delivery-at-a-time', rules: ['EVT-*', 'DLV-*', 'HOOK-*', 'IDEM-*'], budget: 'standard', fault: oneDelivery },
  {
    id: 'a-log-whose-later-pages-fail-now-and-then',
    rules: ['EVT-14', 'EVT-15', 'IDEM-04', 'DLV-02', 'DLV-04'],
    budget: 'standard',
    fault: () => everyThirdFails(oneDelivery()),
  },
  { id: 'lists-what-others-have-for-a-moment', rules: ['IDEM-14'], budget: 'standard', fault: seenForAMoment },
  // The event that a check looks for is on the third page.
  { id: 'a-busy-log-in-short-pages', rules: ['IDEM-02'], budget: 'standard', fault: busyLog },
  { id: 'lists-that-end-with-an-empty-page-beside-warnings', against: ['COMP-10', 'RES-02'], fault: endingEmpty },
  // At greater budgets a rule passes only if the suite can read every list.
  { id: 'lists-in-rows-and-columns', against: ['RES-02'], budget: 'quick', fault: shaped(rows) },
  { id: 'lists-in-xml', against: ['RES-02'], budget: 'quick', fault: xml },
];
