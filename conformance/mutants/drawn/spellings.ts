import { operations } from '../../src/generated/operations.ts';
import { APPLICATION_ID_HEADER, keyOf, LICENSE_KEY_HEADER } from '../faults/headers.ts';
import { bodyOf, headerOf, isSuccess, refusal, withHeader } from '../peer/message.ts';
import { companyOf, operationOf, withCompany } from '../peer/operation-of.ts';
import { only, type Template } from './template.ts';

/** Reads an integer that exceeds the id of a known company by this overflow as that company. */
function wrapping(turn: bigint): Template['fault'] {
  return (operation) =>
    ({ target }) =>
      only(operation, async (request, forward) => {
        const sent = companyOf(request.path);
        const known = target.companies.find(({ id }) => sent !== undefined && BigInt(sent) === BigInt(id) + turn);
        return await forward(known === undefined ? request : { ...request, path: withCompany(request.path, known.id) });
      });
}

/** Serves the operation at other addresses too. */
function servedAt(pattern: RegExp, replacement: string): Template['fault'] {
  return (operation) => () => async (request, forward) => {
    const path = request.path.replace(pattern, replacement);
    return await forward(path !== request.path && operationOf(request.method, path) === operation ? { ...request, path } : request);
  };
}

/** Answers 404 where the path of the operation does not allow the method. */
function notThere(isMeant: (method: string, path: string) => boolean): Template['fault'] {
  return (operation) => () => {
    const pattern = new RegExp(`^${operations[operation].path.replaceAll(/\{\w+\}/g, '[^/]+')}(\\?|$)`);
    return async (request, forward) => {
      const answer = await forward(request);
      return answer.status === 405 && pattern.test(request.path) && isMeant(request.method, request.path) ? refusal(404) : answer;
    };
  };
}

/** Faults in how header names, identifiers and versions are read. */
export const spellings: readonly Template[] = [
  {
    rule: 'HDR-06',
    name: 'refuses-application-ids-of-more-than-a-hundred',
    fault: (operation) => () =>
      only(operation, async (request, forward) =>
        (headerOf(request, APPLICATION_ID_HEADER) ?? '').length > 100 ? refusal(400) : await forward(request),
      ),
  },
  {
    rule: 'HDR-08',
    name: 'does-not-know-a-header-in-capitals',
    applies: ({ license }) => license,
    fault: (operation) => () =>
      only(operation, async (request, forward) =>
        request.headers.some(([name]) => name === LICENSE_KEY_HEADER.toUpperCase()) ? refusal(403) : await forward(request),
      ),
  },
  { rule: 'COMP-07', name: 'companies-are-of-32-bits', fault: wrapping(2n ** 32n) },
  { rule: 'COMP-07', name: 'companies-are-of-64-bits', fault: wrapping(2n ** 64n) },
  {
    rule: 'COMP-07',
    name: 'a-company-is-known-by-its-first-digit',
    fault:
      (operation) =>
      ({ target }) =>
        only(operation, async (request, forward) => {
          const [, known] = /^\/api\/v\d+\/(\d)[^/]+\//.exec(request.path) ?? [];
          if (!target.companies.some(({ id, licenseKey }) => id === known && licenseKey === headerOf(request, LICENSE_KEY_HEADER)))
            return await forward(request);
          const path = request.path.replace(/^(\/api\/v\d+\/)[^/]+\//, `$1${known}/`);
          return await forward(withHeader({ ...request, path }, LICENSE_KEY_HEADER, keyOf(known, target.companies)));
        }),
  },
  { rule: 'VER-02', name: 'a-version-may-be-longer', fault: servedAt(/^\/api\/v3\d+\//, '/api/v3/') },
  {
    rule: 'VER-02',
    name: 'a-path-may-go-on',
    applies: ({ path }) => !path.endsWith('}'),
    fault: servedAt(/\w{4}$/, ''),
  },
  { rule: 'VER-02', name: 'a-path-ends-at-a-semicolon', fault: servedAt(/;[^?/]*/, '') },
  { rule: 'VER-02', name: 'says-404-of-other-methods-with-a-query', fault: notThere((_method, path) => path.includes('?')) },
  {
    rule: 'VER-02',
    name: 'says-404-of-put',
    applies: ({ path }) => !Object.values(operations).some((one) => one.path === path && one.method === 'PUT'),
    fault: notThere((method) => method === 'PUT'),
  },
  {
    rule: 'COMP-07',
    name: 'a-company-may-be-a-pattern',
    fault:
      (operation) =>
      ({ target }) =>
        only(operation, async (request, forward) => {
          const known = target.companies.find(({ licenseKey }) => licenseKey === headerOf(request, LICENSE_KEY_HEADER));
          return await forward(known === undefined ? request : { ...request, path: request.path.replace('/%25/', `/${known.id}/`) });
        }),
  },
  {
    rule: 'COMP-08',
    name: 'an-id-may-be-a-pattern',
    // In a PUT, the token also identifies the object.
    applies: ({ method, path }) => method !== 'PUT' && /\{(?!version\}|companyId\})/.test(path),
    fault: (operation) => () => {
      const { path } = operations[operation];
      const before = path.slice(0, path.lastIndexOf('/{')).replaceAll(/\{\w+\}/g, '[^/]+');
      const pattern = new RegExp(`^(${before})(?:/([^/?]+))?`);
      // The existing ids by the path of their list, the last used one at the end.
      const known = new Map<string, Set<string>>();
      return async (request, forward) => {
        const [, list, id = ''] = pattern.exec(request.path) ?? [];
        if (list === undefined) return await forward(request);
        const any = [...(known.get(list) ?? [])].at(-1);
        const isPattern = request.operation === operation && id === '%25' && any !== undefined;
        const answer = await forward(isPattern ? { ...request, path: request.path.replace('%25', any) } : request);
        if (!isSuccess(answer)) return answer;
        const [ids, own] = [known.get(list) ?? new Set<string>(), id === '' ? String(bodyOf(answer).id ?? '') : id];
        known.set(list, ids);
        ids.delete(own);
        if (request.method !== 'DELETE' && /^[\da-f-]{1,36}$/.test(own)) ids.add(own);
        return answer;
      };
    },
  },
  {
    rule: 'COMP-08',
    name: 'objects-are-of-32-bits',
    applies: ({ path }) => /\{(?!version\}|companyId\}|eventGuid\})/.test(path),
    fault: (operation) => () =>
      only(operation, async (request, forward) => {
        const path = request.path.replaceAll(/\/(\d{10,16})(?=\/|$)/g, (_whole, id) => `/${BigInt(id) % 2n ** 32n}`);
        return await forward({ ...request, path });
      }),
  },
];
