import { API, CALLERS, type Row } from './row.ts';

const customer = 'openapi/customer.yaml';
const authenticate = 'openapi/paths/authenticate.yaml';
const webhook = 'openapi/paths/webhook.yaml';
const schemes = 'openapi/components/security-schemes.yaml';

const countWebhook = `  /api/{version}/config/webhook/count:
    get:
      operationId: countWebhook
      responses:
        '204':
          description: Counted.
`;

/** Edits of whole operations, and of what holds for them. */
export const OPERATIONS: readonly Row[] = [
  {
    change: 'a new operation',
    edits: [[customer, '  /api/{version}/config/webhook/{id}:\n', `${countWebhook}  /api/{version}/config/webhook/{id}:\n`]],
    want: { additive: CALLERS, breaking: ['server'] },
  },
  {
    change: 'a path is removed',
    edits: [[customer, '  /api/{version}/config/evento/{eventGuid}/redeliver:\n    $ref: paths/evento.yaml#/redeliver\n', '']],
    want: { breaking: API },
  },
  {
    change: 'a path is renamed',
    edits: [[customer, '/api/{version}/config/Azienda:', '/api/{version}/config/azienda:']],
    want: { breaking: API },
  },
  { change: 'a method is another', edits: [[webhook, '  put:', '  patch:']], want: { breaking: API } },
  {
    change: 'an operationId is another',
    edits: [[authenticate, 'operationId: authenticate', 'operationId: login']],
    want: { breaking: API },
  },
  {
    change: 'all paths are removed',
    edits: [['openapi/admin.yaml', 'paths:\n  /api/{version}/authenticate:\n    $ref: paths/authenticate.yaml#/token\n', 'paths: {}\n']],
    want: { breaking: API },
  },
  {
    change: 'a further credential is demanded',
    edits: [[authenticate, '      - apiKey: []', '      - apiKey: []\n        licenseKey: []']],
    want: { breaking: API },
  },
  {
    change: 'a credential is no longer demanded',
    edits: [[customer, '    licenseKey: []\n', '']],
    want: { additive: CALLERS, breaking: ['server'] },
  },
  {
    change: 'one of two ways to authenticate is enough',
    edits: [[customer, '    apiKey: []\n', '  - apiKey: []\n']],
    want: { breaking: ['server'], additive: CALLERS },
  },
  {
    change: 'a credential travels in another header',
    edits: [[schemes, 'name: X-Service-ApiKey', 'name: X-ApiKey']],
    want: { breaking: API },
  },
  { change: 'a token is no longer a bearer token', edits: [[schemes, 'scheme: bearer', 'scheme: basic']], want: { breaking: API } },
  { change: 'a key is no longer accepted', edits: [[webhook, '    x-idempotency: true\n', '']], want: { breaking: API } },
  {
    change: 'a key is accepted',
    edits: [[authenticate, '    security:', '    x-idempotency: true\n    security:']],
    want: { additive: CALLERS, breaking: ['server'] },
  },
  {
    change: 'a ConcurrencyToken is demanded',
    edits: [[authenticate, '    security:', '    x-concurrency: true\n    security:']],
    want: { breaking: API },
  },
  { change: 'a ConcurrencyToken is no longer demanded', edits: [[webhook, '    x-concurrency: true\n', '']], want: { breaking: API } },
  {
    change: 'an operation is deprecated',
    edits: [[authenticate, '    tags:', '    deprecated: true\n    tags:']],
    want: { additive: API },
  },
  {
    change: 'a member is deprecated',
    edits: [['schemas/Credentials.yaml', '    maxLength: 256', '    maxLength: 256\n    deprecated: true']],
    want: { additive: API },
  },
  {
    change: 'an operation is bound by a rule more',
    edits: [[authenticate, 'AUTH-01, AUTH-02,', 'AUTH-01, AUTH-02, AUTH-03,']],
    want: { additive: ['specs', 'conformance'] },
  },
  {
    change: 'a server has another address',
    edits: [[customer, "url: '{customerUrl}'", "url: '{customerUrl}/v2'"]],
    want: { breaking: CALLERS },
  },
  {
    change: 'a mark that nobody knows',
    edits: [[authenticate, '    security:', '    x-priority: high\n    security:']],
    want: { breaking: API },
  },
  {
    change: 'a keyword that nobody knows',
    edits: [['schemas/Credentials.yaml', 'type: object', 'type: object\nminContains: 2']],
    want: { breaking: API },
  },
  {
    change: 'callbacks, which nobody has judged',
    edits: [[authenticate, '    security:', '    callbacks: {}\n    security:']],
    want: { breaking: API },
  },
  {
    change: 'a mark that is unknown in one member of a schema',
    edits: [['schemas/Credentials.yaml', 'maxLength: 256', 'maxLength: 256\n    x-secret: true']],
    want: { breaking: API },
  },
];
