import type { OperationId } from '../../src/generated/operations.ts';
import type { NewFault, Request } from '../mutant.ts';
import { entriesOf, headerOf, isSuccess, withBody, withHeader, without } from '../peer/message.ts';
import { companyOf } from '../peer/operation-of.ts';
import { answersOf, listing } from './exchanges.ts';

type Entry = Record<string, unknown>;

/** Whether the request asks for a page after the first. */
export function isLaterPage({ path }: Pick<Request, 'path'>): boolean {
  return /[?&]after=/.test(path);
}

/** Links to no page after one with fewer entries than requested. */
export function shortPageIsLast(list: OperationId): NewFault {
  return answersOf(list, (answer, { path }) => {
    const limit = Number(/[?&]limit=(\d+)/.exec(path)?.[1] ?? 0);
    return entriesOf(answer).length < limit ? without(answer, 'Link') : answer;
  });
}

/** Leaves out the first entry of each page after the first. */
export function withHoles(list: OperationId): NewFault {
  return answersOf(list, (answer, request) => (isLaterPage(request) ? withBody(answer, entriesOf(answer).slice(1)) : answer));
}

/** Begins each page with the last entry of the page before. */
export function withDoubles(list: OperationId): NewFault {
  return (context) => {
    let latest: Entry | undefined;
    return answersOf(list, (answer, request) => {
      const entries = entriesOf(answer);
      const before = latest;
      latest = entries.at(-1);
      return isLaterPage(request) && before !== undefined ? withBody(answer, [before, ...entries]) : answer;
    })(context);
  };
}

/** Shows only entries of one company on later pages, the company of the last entry before. @param companyIn the company of an entry */
export function ofOneCompany(list: OperationId, companyIn: (entry: Entry) => unknown): NewFault {
  return (context) => {
    let company: unknown;
    return answersOf(list, (answer, request) => {
      const entries = entriesOf(answer).filter((entry) => !isLaterPage(request) || companyIn(entry) === company);
      if (!isLaterPage(request)) company = companyIn(entries.at(-1) ?? {});
      return withBody(answer, entries);
    })(context);
  };
}

/** Links to no page after the second. */
export function endingEarly(list: OperationId): NewFault {
  return answersOf(list, (answer, request) => (isLaterPage(request) ? without(answer, 'Link') : answer));
}

/** Links to no next page at all. */
export function withoutNext(list: OperationId): NewFault {
  return answersOf(list, (answer) => without(answer, 'Link'));
}

/** Shows at most this many entries in all, however long the pages are. */
export function endingAt(list: OperationId, most: number, cursorOf: (entry: Entry) => unknown): NewFault {
  return (context) => {
    /** The number of entries up to each cursor. */
    const places = new Map<string, number>();
    return answersOf(list, (answer, { path }) => {
      const [place, query = ''] = path.split('?');
      const before = places.get(`${place} ${new URLSearchParams(query).get('after')}`) ?? 0;
      const entries = entriesOf(answer).slice(0, most - before);
      for (const [index, entry] of entries.entries()) places.set(`${place} ${cursorOf(entry)}`, before + index + 1);
      const page = withBody(answer, entries);
      return before + entries.length < most ? page : without(page, 'Link');
    })(context);
  };
}

/** Links to the next page of the company whose list was requested first. */
export function naming(list: OperationId): NewFault {
  return (context) => {
    let first: string | undefined;
    return answersOf(list, (answer, { path }) => {
      const link = headerOf(answer, 'Link');
      if (link === undefined) return answer;
      first ??= companyOf(path);
      return withHeader(answer, 'Link', link.replace(`/${companyOf(path)}/`, `/${first}/`));
    })(context);
  };
}

/** Links to a next page even from the last page, unless that is empty. */
export function neverEnding(list: OperationId, cursorOf: (entry: Entry) => unknown): NewFault {
  return answersOf(list, (answer, { path }) => {
    const last = entriesOf(answer).at(-1);
    if (last === undefined || headerOf(answer, 'Link') !== undefined) return answer;
    return withHeader(answer, 'Link', `<${path.split('?')[0]}?after=${cursorOf(last)}>; rel="next"`);
  });
}

/** Shows all or some entries as they were when they were first listed. */
export function remembering(list: OperationId, isRemembered: (entry: Entry) => boolean = () => true): NewFault {
  return (context) => {
    const known = new Map<unknown, Entry>();
    return answersOf(list, (answer, { path }) => {
      const entries = entriesOf(answer).map((entry) => {
        const place = `${path.split('?')[0]} ${String(entry.id)}`;
        const first = known.get(place) ?? entry;
        if (isRemembered(entry)) known.set(place, first);
        return first;
      });
      return withBody(answer, entries);
    })(context);
  };
}

/** Leaves the last member with a value out of each entry. */
export function shortened(list: OperationId): NewFault {
  return listing(list, withoutLast);
}

/** Shows null for one member of each entry. */
export function lacking(list: OperationId, member: string): NewFault {
  return listing(list, (entry) => ({ ...entry, [member]: null }));
}

function withoutLast(entry: Entry): Entry {
  const last = Object.keys(entry).findLast((name) => name !== 'id' && entry[name] !== null && !Array.isArray(entry[name]));
  return Object.fromEntries(Object.entries(entry).filter(([name]) => name !== last));
}

/** Begins the list again if the entry of the cursor was deleted. */
export function beginningAgain(list: OperationId): NewFault {
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
export function counting(list: OperationId, cursorOf: (entry: Entry) => unknown): NewFault {
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
