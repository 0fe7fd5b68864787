import type { OperationId } from '../../src/generated/operations.ts';
import type { Fault, Request } from '../mutant.ts';
import { type Answer, entriesOf, headerOf, isSuccess, withBody, withHeader, without } from '../peer/message.ts';
import { companyOf } from '../peer/operation-of.ts';

type Entry = Record<string, unknown>;

/** Whether the request asks for a page after the first. */
export function isLaterPage({ path }: Pick<Request, 'path'>): boolean {
  return /[?&]after=/.test(path);
}

/** Changes the pages of one list. */
export function pagesOf(list: OperationId, change: (answer: Answer, request: Request) => Answer): () => Fault {
  return () => async (request, forward) => {
    const answer = await forward(request);
    return request.operation === list && isSuccess(answer) ? change(answer, request) : answer;
  };
}

/** Links to no page after one with fewer entries than requested. */
export function shortPageIsLast(list: OperationId): () => Fault {
  return pagesOf(list, (answer, { path }) => {
    const limit = Number(/[?&]limit=(\d+)/.exec(path)?.[1] ?? 0);
    return entriesOf(answer).length < limit ? without(answer, 'Link') : answer;
  });
}

/** Leaves out the first entry of each page after the first. */
export function withHoles(list: OperationId): () => Fault {
  return pagesOf(list, (answer, request) => (isLaterPage(request) ? withBody(answer, entriesOf(answer).slice(1)) : answer));
}

/** Begins each page with the last entry of the page before. */
export function withDoubles(list: OperationId): () => Fault {
  return () => {
    let latest: Entry | undefined;
    return pagesOf(list, (answer, request) => {
      const entries = entriesOf(answer);
      const before = latest;
      latest = entries.at(-1);
      return isLaterPage(request) && before !== undefined ? withBody(answer, [before, ...entries]) : answer;
    })();
  };
}

/** Shows only entries of one company on later pages, the company of the last entry before. @param companyIn the company of an entry */
export function ofOneCompany(list: OperationId, companyIn: (entry: Entry) => unknown): () => Fault {
  return () => {
    let company: unknown;
    return pagesOf(list, (answer, request) => {
      const entries = entriesOf(answer).filter((entry) => !isLaterPage(request) || companyIn(entry) === company);
      if (!isLaterPage(request)) company = companyIn(entries.at(-1) ?? {});
      return withBody(answer, entries);
    })();
  };
}

/** Links to no page after the second. */
export function endingEarly(list: OperationId): () => Fault {
  return pagesOf(list, (answer, request) => (isLaterPage(request) ? without(answer, 'Link') : answer));
}

/** Links to no next page at all. */
export function withoutNext(list: OperationId): () => Fault {
  return pagesOf(list, (answer) => without(answer, 'Link'));
}

/** Shows at most this many entries in all, however long the pages are. */
export function endingAt(list: OperationId, most: number, cursorOf: (entry: Entry) => unknown): () => Fault {
  return () => {
    /** The number of entries up to each cursor. */
    const places = new Map<string, number>();
    return pagesOf(list, (answer, { path }) => {
      const [place, query = ''] = path.split('?');
      const before = places.get(`${place} ${new URLSearchParams(query).get('after')}`) ?? 0;
      const entries = entriesOf(answer).slice(0, most - before);
      for (const [index, entry] of entries.entries()) places.set(`${place} ${cursorOf(entry)}`, before + index + 1);
      const page = withBody(answer, entries);
      return before + entries.length < most ? page : without(page, 'Link');
    })();
  };
}

/** Links to the next page of the company whose list was requested first. */
export function naming(list: OperationId): () => Fault {
  return () => {
    let first: string | undefined;
    return pagesOf(list, (answer, { path }) => {
      const link = headerOf(answer, 'Link');
      if (link === undefined) return answer;
      first ??= companyOf(path);
      return withHeader(answer, 'Link', link.replace(`/${companyOf(path)}/`, `/${first}/`));
    })();
  };
}

/** Links to a next page even from the last page, unless that is empty. */
export function neverEnding(list: OperationId, cursorOf: (entry: Entry) => unknown): () => Fault {
  return pagesOf(list, (answer, { path }) => {
    const last = entriesOf(answer).at(-1);
    if (last === undefined || headerOf(answer, 'Link') !== undefined) return answer;
    return withHeader(answer, 'Link', `<${path.split('?')[0]}?after=${cursorOf(last)}>; rel="next"`);
  });
}

/** Shows all or some entries as they were when they were first listed. */
export function remembering(list: OperationId, isRemembered: (entry: Entry) => boolean = () => true): () => Fault {
  return () => {
    const known = new Map<unknown, Entry>();
    return pagesOf(list, (answer, { path }) => {
      const entries = entriesOf(answer).map((entry) => {
        const place = `${path.split('?')[0]} ${String(entry.id)}`;
        const first = known.get(place) ?? entry;
        if (isRemembered(entry)) known.set(place, first);
        return first;
      });
      return withBody(answer, entries);
    })();
  };
}

/** Leaves the last member with a value out of each entry. */
export function shortened(list: OperationId): () => Fault {
  return listing(list, withoutLast);
}

/** Shows null for one member of each entry. */
export function lacking(list: OperationId, member: string): () => Fault {
  return listing(list, (entry) => ({ ...entry, [member]: null }));
}

/** Changes each entry. */
export function listing(list: OperationId, change: (entry: Entry) => Entry): () => Fault {
  return pagesOf(list, (answer) => withBody(answer, entriesOf(answer).map(change)));
}

function withoutLast(entry: Entry): Entry {
  const last = Object.keys(entry).findLast((name) => name !== 'id' && entry[name] !== null && !Array.isArray(entry[name]));
  return Object.fromEntries(Object.entries(entry).filter(([name]) => name !== last));
}

/** Begins the list again if the entry of the cursor was deleted. */
export function beginningAgain(list: OperationId): () => Fault {
  return () => {
    const deleted = new Set<string>();
    return async (request, forward) => {
      const [path, query = ''] = request.path.split('?');
      const parameters = new URLSearchParams(query);
      const isLost = request.operation === list && deleted.has(`${path}/${parameters.get('after')}`);
      if (isLost) parameters.delete('after');
      const answer = await forward(isLost ? { ...request, path: `${path}?${parameters}` } : request);
      if (request.method === 'DELETE' && isSuccess(answer)) deleted.add(request.path);
      return answer;
    };
  };
}

/** Finds a page by counting entries, although some may have been added or removed since. */
export function counting(list: OperationId, cursorOf: (entry: Entry) => unknown): () => Fault {
  return () => {
    const places = new Map<string, number>();
    return async (request, forward) => {
      if (request.operation !== list) return await forward(request);
      const [path, query = ''] = request.path.split('?');
      const parameters = new URLSearchParams(query);
      const place = (cursor: unknown): string => `${path} ${cursor}`;
      const start = places.get(place(parameters.get('after'))) ?? 0;
      const answer = await forward(start === 0 ? request : { ...request, path: `${path}?limit=500` });
      // Lists that are longer than the longest page are left alone.
      if (!isSuccess(answer) || (start > 0 && headerOf(answer, 'Link') !== undefined)) return await forward(request);
      const limit = Number(parameters.get('limit') ?? 100);
      const entries = start === 0 ? entriesOf(answer) : entriesOf(answer).slice(start, start + limit);
      const last = entries.at(-1);
      if (last !== undefined) places.set(place(cursorOf(last)), start + entries.length);
      if (start === 0) return answer;
      const page = without(withBody(answer, entries), 'Link');
      if (last === undefined || start + limit >= entriesOf(answer).length) return page;
      return withHeader(page, 'Link', `<${path}?limit=${limit}&after=${cursorOf(last)}>; rel="next"`);
    };
  };
}
