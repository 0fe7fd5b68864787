import { API_KEY_HEADER, keyOf, LICENSE_KEY_HEADER } from '../faults/headers.ts';
import { isLaterPage } from '../faults/pages.ts';
import type { FaultContext, Request } from '../mutant.ts';
import { type Answer, headerOf, isSuccess, withHeader, without } from '../peer/message.ts';
import { companyOf, operationOf } from '../peer/operation-of.ts';
import { only, type Template } from './template.ts';

/** Replaces the value of a header. Undefined keeps the value. */
function readAs(
  name: string,
  read: (sent: string | undefined, request: Request, context: FaultContext) => string | undefined,
): Template['fault'] {
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
  (name: string, read: (sent: string | undefined, request: Request, context: FaultContext) => string | undefined): Template['fault'] =>
  (operation) =>
  (context) =>
  async (request, forward) => {
    const isHead = request.method === 'HEAD' && operationOf('GET', request.path) === operation;
    const value = isHead ? read(headerOf(request, name), request, context) : undefined;
    return await forward(value === undefined ? request : withHeader(request, name, value));
  };

const isRead: Template['applies'] = ({ method }) => method === 'GET';
const matchesAll = (sent: string | undefined): boolean => sent === '%';

const hasToken: Template['applies'] = ({ token }) => token;
const hasLicense: Template['applies'] = ({ license }) => license;
const isList: Template['applies'] = ({ id }) => id.startsWith('list');

function rightLicense({ path }: Request, { target }: FaultContext): string {
  return keyOf(companyOf(path), target.companies);
}

/** Replays the stored answer of a key before it checks the credentials. */
const replayedFirst =
  (isMeant: (request: Request, context: FaultContext) => boolean): Template['fault'] =>
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

const takesKey: Template['applies'] = ({ acceptsKey }) => acceptsKey;

/** Faults in how credentials are read. */
export const credentials: readonly Template[] = [
  { rule: 'AUTH-04', name: 'a-token-ends-at-a-point', applies: hasToken, fault: readAs('Authorization', firstPart('.')) },
  {
    rule: 'AUTH-04',
    name: 'a-token-ends-at-a-space',
    applies: hasToken,
    fault: readAs('Authorization', (sent) => /^(Bearer \S+) /.exec(sent ?? '')?.[1]),
  },
  {
    rule: 'AUTH-04',
    name: 'a-scheme-needs-no-space',
    applies: hasToken,
    fault: readAs('Authorization', (sent) => sent?.replace(/^Bearer(?=\S)/, 'Bearer ')),
  },
  {
    rule: 'AUTH-04',
    name: 'a-token-needs-no-scheme',
    applies: hasToken,
    fault: readAs('Authorization', (sent) => sent?.replace(/^(?=\S+$)/, 'Bearer ')),
  },
  {
    rule: 'AUTH-10',
    name: 'a-malformed-token-gets-no-challenge',
    applies: hasToken,
    fault: (operation) => () =>
      only(operation, async (request, forward) => {
        const answer = await forward(request);
        const isMalformed = !/^(Bearer \S+)?$/.test(headerOf(request, 'Authorization') ?? '');
        return answer.status === 401 && isMalformed ? without(answer, 'WWW-Authenticate') : answer;
      }),
  },
  {
    rule: 'AUTH-04',
    name: 'a-replay-needs-no-token',
    applies: takesKey,
    fault: replayedFirst((request) => headerOf(request, 'Authorization') === undefined),
  },
  {
    rule: 'HDR-01',
    name: 'a-replay-needs-no-api-key',
    applies: takesKey,
    fault: replayedFirst((request) => headerOf(request, API_KEY_HEADER) === undefined),
  },
  {
    rule: 'HDR-05',
    name: 'a-replay-takes-another-company-s-key',
    applies: ({ acceptsKey, company }) => acceptsKey && company,
    fault: replayedFirst((request, context) => headerOf(request, LICENSE_KEY_HEADER) !== rightLicense(request, context)),
  },
  { rule: 'HDR-02', name: 'a-list-of-api-keys-serves', fault: readAs(API_KEY_HEADER, lastPart) },
  {
    rule: 'HDR-02',
    name: 'a-license-key-is-an-api-key',
    fault: readAs(API_KEY_HEADER, (sent, _request, { target }) =>
      target.companies.some(({ licenseKey }) => licenseKey === sent) ? target.credentials.apiKey : undefined,
    ),
  },
  {
    rule: 'HDR-01',
    name: 'a-later-page-needs-no-api-key',
    applies: isList,
    fault: readAs(API_KEY_HEADER, (sent, request, { target }) =>
      sent === undefined && isLaterPage(request) ? target.credentials.apiKey : undefined,
    ),
  },
  {
    rule: 'HDR-03',
    name: 'a-later-page-needs-no-license-key',
    applies: isList,
    fault: readAs(LICENSE_KEY_HEADER, (sent, request, context) =>
      sent === undefined && isLaterPage(request) ? rightLicense(request, context) : undefined,
    ),
  },
  { rule: 'HDR-04', name: 'a-list-of-license-keys-serves', applies: hasLicense, fault: readAs(LICENSE_KEY_HEADER, lastPart) },
  {
    rule: 'HDR-04',
    name: 'an-empty-license-key-serves',
    applies: hasLicense,
    fault: readAs(LICENSE_KEY_HEADER, (sent, request, context) => (sent === '' ? rightLicense(request, context) : undefined)),
  },
  {
    rule: 'HDR-04',
    name: 'an-api-key-is-a-license-key',
    applies: hasLicense,
    fault: readAs(LICENSE_KEY_HEADER, (sent, request, context) =>
      sent === context.target.credentials.apiKey ? rightLicense(request, context) : undefined,
    ),
  },
  {
    rule: 'HDR-03',
    name: 'a-head-needs-no-license-key',
    applies: isRead,
    fault: readOnHeadAs(LICENSE_KEY_HEADER, (sent, request, context) => (sent === undefined ? rightLicense(request, context) : undefined)),
  },
  {
    rule: 'HDR-01',
    name: 'a-head-needs-no-api-key',
    applies: isRead,
    fault: readOnHeadAs(API_KEY_HEADER, (sent, _request, { target }) => (sent === undefined ? target.credentials.apiKey : undefined)),
  },
  {
    rule: 'HDR-05',
    name: 'a-head-takes-another-company-s-key',
    applies: ({ company, method }) => company && method === 'GET',
    fault: readOnHeadAs(LICENSE_KEY_HEADER, (sent, request, context) =>
      context.target.companies.some(({ licenseKey }) => licenseKey === sent) ? rightLicense(request, context) : undefined,
    ),
  },
  {
    rule: 'HDR-02',
    name: 'an-api-key-may-be-a-pattern',
    fault: readAs(API_KEY_HEADER, (sent, _request, { target }) => (matchesAll(sent) ? target.credentials.apiKey : undefined)),
  },
  {
    rule: 'HDR-04',
    name: 'a-license-key-may-be-a-pattern',
    applies: hasLicense,
    fault: readAs(LICENSE_KEY_HEADER, (sent, request, context) => (matchesAll(sent) ? rightLicense(request, context) : undefined)),
  },
  {
    rule: 'HDR-05',
    name: 'a-later-page-takes-another-company-s-key',
    applies: ({ id, company }) => company && id.startsWith('list'),
    fault: readAs(LICENSE_KEY_HEADER, (sent, request, context) => {
      const isKnown = context.target.companies.some(({ licenseKey }) => licenseKey === sent);
      return isKnown && isLaterPage(request) ? rightLicense(request, context) : undefined;
    }),
  },
];

function lastPart(sent: string | undefined): string | undefined {
  return sent?.includes(',') ? sent.split(',').at(-1)?.trim() : undefined;
}
