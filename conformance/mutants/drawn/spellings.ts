import { operations } from '../../src/generated/operations.ts';
import { APPLICATION_ID_HEADER, keyOf, LICENSE_KEY_HEADER } from '../faults/headers.ts';
import { bodyOf, headerOf, isSuccess, refusal, withHeader } from '../peer/message.ts';
import { companyOf, operationOf, withCompany } from '../peer/operation-of.ts';
import { type FaultAt, forwardingAt, hasLicense, namesObject, refusingAt, type Templates } from './template.ts';

/** Reads an integer that exceeds the id of a known company by this overflow as that company. */
function wrapping(turn: bigint): FaultAt {
  return forwardingAt((request, { target }) => {
    const sent = companyOf(request.path);
    const known = target.companies.find(({ id }) => sent !== undefined && BigInt(sent) === BigInt(id) + turn);
    return known === undefined ? request : { ...request, path: withCompany(request.path, known.id) };
  });
}

/** Serves the operation at other addresses too. */
function servedAt(pattern: RegExp, replacement: string): FaultAt {
  return (operation) => () => async (request, forward) => {
    const path = request.path.replace(pattern, replacement);
    return await forward(path !== request.path && operationOf(request.method, path) === operation ? { ...request, path } : request);
  };
}

/** Answers 404 where the path of the operation does not allow the method. */
function notThere(isMeant: (method: string, path: string) => boolean): FaultAt {
  return (operation) => () => {
    const pattern = new RegExp(`^${operations[operation].path.replaceAll(/\{\w+\}/g, '[^/]+')}(\\?|$)`);
    return async (request, forward) => {
      const answer = await forward(request);
      return answer.status === 405 && pattern.test(request.path) && isMeant(request.method, request.path) ? refusal(404) : answer;
    };
  };
}

/** Faults in how header names, identifiers and versions are read. */
export const spellings: Templates = {
  'HDR-06-refuses-application-ids-of-more-than-a-hundred': refusingAt(
    400,
    (request) => (headerOf(request, APPLICATION_ID_HEADER) ?? '').length > 100,
  ),
  'HDR-08-does-not-know-a-header-in-capitals': {
    applies: hasLicense,
    fault: refusingAt(403, ({ headers }) => headers.some(([name]) => name === LICENSE_KEY_HEADER.toUpperCase())),
  },
  'COMP-07-companies-are-of-32-bits': wrapping(2n ** 32n),
  'COMP-07-companies-are-of-64-bits': wrapping(2n ** 64n),
  'COMP-07-a-company-is-known-by-its-first-digit': forwardingAt((request, { target }) => {
    const [, known] = /^\/api\/v\d+\/(\d)[^/]+\//.exec(request.path) ?? [];
    if (!target.companies.some(({ id, licenseKey }) => id === known && licenseKey === headerOf(request, LICENSE_KEY_HEADER)))
      return request;
    const path = request.path.replace(/^(\/api\/v\d+\/)[^/]+\//, `$1${known}/`);
    return withHeader({ ...request, path }, LICENSE_KEY_HEADER, keyOf(known, target.companies));
  }),
  'VER-02-a-version-may-be-longer': servedAt(/^\/api\/v3\d+\//, '/api/v3/'),
  'VER-02-a-path-may-go-on': { applies: ({ path }) => !path.endsWith('}'), fault: servedAt(/\w{4}$/, '') },
  'VER-02-a-path-ends-at-a-semicolon': servedAt(/;[^?/]*/, ''),
  'VER-02-says-404-of-other-methods-with-a-query': notThere((_method, path) => path.includes('?')),
  'VER-02-says-404-of-put': {
    applies: ({ path }) => !Object.values(operations).some((one) => one.path === path && one.method === 'PUT'),
    fault: notThere((method) => method === 'PUT'),
  },
  'COMP-07-a-company-may-be-a-pattern': forwardingAt((request, { target }) => {
    const known = target.companies.find(({ licenseKey }) => licenseKey === headerOf(request, LICENSE_KEY_HEADER));
    return known === undefined ? request : { ...request, path: request.path.replace('/%25/', `/${known.id}/`) };
  }),
  'COMP-08-an-id-may-be-a-pattern': {
    // In a PUT, the token also identifies the object.
    applies: (operation) => operation.method !== 'PUT' && namesObject(operation),
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
  'COMP-08-objects-are-of-32-bits': {
    applies: ({ path }) => /\{(?!version\}|companyId\}|eventGuid\})/.test(path),
    fault: forwardingAt((request) => {
      const path = request.path.replaceAll(/\/(\d{10,16})(?=\/|$)/g, (_whole, id) => `/${BigInt(id) % 2n ** 32n}`);
      return { ...request, path };
    }),
  },
};
