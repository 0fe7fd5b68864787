import type { OperationId } from '../../src/generated/operations.ts';
import { API_KEY_HEADER, keyOf, LICENSE_KEY_HEADER } from '../faults/headers.ts';
import { isLaterPage } from '../faults/pages.ts';
import type { FaultContext, Request } from '../mutant.ts';
import { type Answer, headerOf, isSuccess, withHeader, without } from '../peer/message.ts';
import { companyOf, operationOf } from '../peer/operation-of.ts';
import { type Applies, answeringAt, type FaultAt, hasLicense, hasToken, isList, only, type Templates, takesKey } from './template.ts';

/** Replaces the value of a header. Undefined keeps the value. */
function readAs(name: string, read: (sent: string | undefined, request: Request, context: FaultContext) => string | undefined): FaultAt {
  return (operation) => (context) =>
    only(operation, async (request, forward) => {
      const value = read(headerOf(request, name), { ...request, operation }, context);
      return await forward(value === undefined ? request : withHeader(request, name, value));
    });
}

const firstPart =
  (separator: string) =>
  (sent: string | undefined): string | undefined =>
    sent?.includes(separator) ? sent.split(separator)[0] : undefined;

/** Replaces the value of a header only in a HEAD request on the path of the operation. */
const readOnHeadAs =
  (name: string, read: (sent: string | undefined, request: Request, context: FaultContext) => string | undefined): FaultAt =>
  (operation) =>
  (context) =>
  async (request, forward) => {
    const isHead = request.method === 'HEAD' && operationOf('GET', request.path) === operation;
    const value = isHead ? read(headerOf(request, name), request, context) : undefined;
    return await forward(value === undefined ? request : withHeader(request, name, value));
  };

const isRead: Applies = ({ method }) => method === 'GET';
const matchesAll = (sent: string | undefined): boolean => sent === '%';

function rightLicense({ path }: Request, { target }: FaultContext): string {
  return keyOf(companyOf(path), target.companies);
}

/** Replays the stored answer of a key before it checks the credentials. */
const replayedFirst =
  (isMeant: (request: Request, context: FaultContext) => boolean): FaultAt =>
  (operation) =>
  (context) => {
    const stored = new Map<string, Answer>();
    return only(operation, async (request, forward) => {
      const place = `${request.path} ${headerOf(request, 'Idempotency-Key')} ${request.body}`;
      const known = stored.get(place);
      if (known !== undefined && isMeant({ ...request, operation }, context)) return withHeader(known, 'Idempotent-Replayed', 'true');
      const answer = await forward(request);
      if (isSuccess(answer) && headerOf(request, 'Idempotency-Key') !== undefined) stored.set(place, answer);
      return answer;
    });
  };

function lastPart(sent: string | undefined): string | undefined {
  return sent?.includes(',') ? sent.split(',').at(-1)?.trim() : undefined;
}

/** Uses the newest token in place of an expired one that was accepted before. */
function remembered(isSeen: (at: OperationId | undefined, operation: OperationId) => boolean): FaultAt {
  return (operation) => () => {
    const once = new Set<string>();
    let latest = '';
    return async (request, forward) => {
      const sent = headerOf(request, 'Authorization') ?? '';
      const answer = await forward(request);
      if (isSuccess(answer) && sent !== '') {
        if (isSeen(request.operation, operation)) once.add(sent);
        latest = sent;
      }
      const isExpired = answer.status === 401 && once.has(sent) && sent !== latest;
      return request.operation === operation && isExpired ? await forward(withHeader(request, 'Authorization', latest)) : answer;
    };
  };
}

/** Faults in how credentials are read. */
export const credentials: Templates = {
  'AUTH-04-a-token-ends-at-a-point': { applies: hasToken, fault: readAs('Authorization', firstPart('.')) },
  'AUTH-04-a-token-ends-at-a-space': {
    applies: hasToken,
    fault: readAs('Authorization', (sent) => /^(Bearer \S+) /.exec(sent ?? '')?.[1]),
  },
  'AUTH-04-a-scheme-needs-no-space': {
    applies: hasToken,
    fault: readAs('Authorization', (sent) => sent?.replace(/^Bearer(?=\S)/, 'Bearer ')),
  },
  'AUTH-04-a-token-needs-no-scheme': {
    applies: hasToken,
    fault: readAs('Authorization', (sent) => sent?.replace(/^(?=\S+$)/, 'Bearer ')),
  },
  'AUTH-10-a-malformed-token-gets-no-challenge': {
    applies: hasToken,
    fault: answeringAt((answer, request) => {
      const isMalformed = !/^(Bearer \S+)?$/.test(headerOf(request, 'Authorization') ?? '');
      return answer.status === 401 && isMalformed ? without(answer, 'WWW-Authenticate') : answer;
    }),
  },
  'AUTH-04-a-replay-needs-no-token': {
    applies: takesKey,
    fault: replayedFirst((request) => headerOf(request, 'Authorization') === undefined),
  },
  'HDR-01-a-replay-needs-no-api-key': {
    applies: takesKey,
    fault: replayedFirst((request) => headerOf(request, API_KEY_HEADER) === undefined),
  },
  'HDR-05-a-replay-takes-another-company-s-key': {
    applies: ({ acceptsKey, company }) => acceptsKey && company,
    fault: replayedFirst((request, context) => headerOf(request, LICENSE_KEY_HEADER) !== rightLicense(request, context)),
  },
  'HDR-02-a-list-of-api-keys-serves': readAs(API_KEY_HEADER, lastPart),
  'HDR-02-a-license-key-is-an-api-key': readAs(API_KEY_HEADER, (sent, _request, { target }) =>
    target.companies.some(({ licenseKey }) => licenseKey === sent) ? target.credentials.apiKey : undefined,
  ),
  'HDR-01-a-later-page-needs-no-api-key': {
    applies: isList,
    fault: readAs(API_KEY_HEADER, (sent, request, { target }) =>
      sent === undefined && isLaterPage(request) ? target.credentials.apiKey : undefined,
    ),
  },
  'HDR-03-a-later-page-needs-no-license-key': {
    applies: isList,
    fault: readAs(LICENSE_KEY_HEADER, (sent, request, context) =>
      sent === undefined && isLaterPage(request) ? rightLicense(request, context) : undefined,
    ),
  },
  'HDR-04-a-list-of-license-keys-serves': { applies: hasLicense, fault: readAs(LICENSE_KEY_HEADER, lastPart) },
  'HDR-04-an-empty-license-key-serves': {
    applies: hasLicense,
    fault: readAs(LICENSE_KEY_HEADER, (sent, request, context) => (sent === '' ? rightLicense(request, context) : undefined)),
  },
  'HDR-04-an-api-key-is-a-license-key': {
    applies: hasLicense,
    fault: readAs(LICENSE_KEY_HEADER, (sent, request, context) =>
      sent === context.target.credentials.apiKey ? rightLicense(request, context) : undefined,
    ),
  },
  'HDR-03-a-head-needs-no-license-key': {
    applies: isRead,
    fault: readOnHeadAs(LICENSE_KEY_HEADER, (sent, request, context) => (sent === undefined ? rightLicense(request, context) : undefined)),
  },
  'HDR-01-a-head-needs-no-api-key': {
    applies: isRead,
    fault: readOnHeadAs(API_KEY_HEADER, (sent, _request, { target }) => (sent === undefined ? target.credentials.apiKey : undefined)),
  },
  'HDR-05-a-head-takes-another-company-s-key': {
    applies: ({ company, method }) => company && method === 'GET',
    fault: readOnHeadAs(LICENSE_KEY_HEADER, (sent, request, context) =>
      context.target.companies.some(({ licenseKey }) => licenseKey === sent) ? rightLicense(request, context) : undefined,
    ),
  },
  'HDR-02-an-api-key-may-be-a-pattern': readAs(API_KEY_HEADER, (sent, _request, { target }) =>
    matchesAll(sent) ? target.credentials.apiKey : undefined,
  ),
  'HDR-04-a-license-key-may-be-a-pattern': {
    applies: hasLicense,
    fault: readAs(LICENSE_KEY_HEADER, (sent, request, context) => (matchesAll(sent) ? rightLicense(request, context) : undefined)),
  },
  'HDR-05-a-later-page-takes-another-company-s-key': {
    applies: ({ id, company }) => company && id.startsWith('list'),
    fault: readAs(LICENSE_KEY_HEADER, (sent, request, context) => {
      const isKnown = context.target.companies.some(({ licenseKey }) => licenseKey === sent);
      return isKnown && isLaterPage(request) ? rightLicense(request, context) : undefined;
    }),
  },
  'AUTH-05-an-expired-token-serves': { applies: hasToken, fault: remembered(() => true) },
  'AUTH-05-a-token-that-was-used-here-does-not-end': {
    applies: hasToken,
    fault: remembered((at, operation) => at === operation),
  },
};
