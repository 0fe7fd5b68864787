import { API, CALLERS, RECEIVERS, type Row, USER_NAME_LENGTH } from './row.ts';

const CUSTOMER = 'openapi/customer.yaml';
const AUTHENTICATE = 'openapi/paths/authenticate.yaml';
const WEBHOOK = 'openapi/paths/webhook.yaml';
const SCHEMES = 'openapi/components/security-schemes.yaml';

const COUNT_WEBHOOK = `  /api/{version}/config/webhook/count:
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
    edits: [[CUSTOMER, '  /api/{version}/config/webhook/{id}:\n', `${COUNT_WEBHOOK}  /api/{version}/config/webhook/{id}:\n`]],
    want: { additive: CALLERS, breaking: ['server'] },
  },
  {
    change: 'a path is removed',
    edits: [[CUSTOMER, '  /api/{version}/config/evento/{eventGuid}/redeliver:\n    $ref: paths/evento.yaml#/redeliver\n', '']],
    want: { breaking: API },
  },
  {
    change: 'a path is renamed',
    edits: [[CUSTOMER, '/api/{version}/config/Azienda:', '/api/{version}/config/azienda:']],
    want: { breaking: API },
  },
  { change: 'a method is another', edits: [[WEBHOOK, '  put:', '  patch:']], want: { breaking: API } },
  {
    change: 'an operationId is another',
    edits: [[AUTHENTICATE, 'operationId: authenticate', 'operationId: login']],
    want: { breaking: API },
  },
  {
    change: 'all paths are removed',
    edits: [['openapi/admin.yaml', 'paths:\n  /api/{version}/authenticate:\n    $ref: paths/authenticate.yaml#/token\n', 'paths: {}\n']],
    want: { breaking: API },
  },
  {
    change: 'a further credential is demanded',
    edits: [[AUTHENTICATE, '      - apiKey: []', '      - apiKey: []\n        licenseKey: []']],
    want: { breaking: API },
  },
  {
    change: 'a credential is no longer demanded',
    edits: [[CUSTOMER, '    licenseKey: []\n', '']],
    // The rules of license keys bind nothing any more.
    want: { additive: ['client', 'service'], breaking: ['server', 'specs', 'conformance'] },
  },
  {
    change: 'one of two ways to authenticate is enough',
    edits: [[CUSTOMER, '    apiKey: []\n', '  - apiKey: []\n']],
    want: { breaking: ['server'], additive: CALLERS },
  },
  {
    change: 'a credential travels in another header',
    edits: [[SCHEMES, 'name: X-Service-ApiKey', 'name: X-ApiKey']],
    want: { breaking: API },
  },
  { change: 'a token is no longer a bearer token', edits: [[SCHEMES, 'scheme: bearer', 'scheme: basic']], want: { breaking: API } },
  { change: 'a key is no longer accepted', edits: [[WEBHOOK, '    x-idempotency: true\n', '']], want: { breaking: API } },
  {
    change: 'a key is accepted',
    edits: [[AUTHENTICATE, '    security:', '    x-idempotency: true\n    security:']],
    want: { additive: CALLERS, breaking: ['server'] },
  },
  {
    change: 'a ConcurrencyToken is demanded',
    edits: [[AUTHENTICATE, '    security:', '    x-concurrency: true\n    security:']],
    want: { breaking: API },
  },
  {
    change: 'an operation is said to do something else',
    edits: [[WEBHOOK, 'x-does: { list: webhook, path: chosen }', 'x-does: { list: webhook }']],
    want: { wording: ['specs'], additive: ['conformance'] },
  },
  {
    change: 'objects are known by another member',
    edits: [['schemas/ArticoloInput.yaml', 'x-label: codice', 'x-label: descrizione']],
    want: { wording: ['specs'], additive: ['conformance'] },
  },
  { change: 'a ConcurrencyToken is no longer demanded', edits: [[WEBHOOK, '    x-concurrency: true\n', '']], want: { breaking: API } },
  {
    change: 'an operation is deprecated',
    edits: [[AUTHENTICATE, '    tags:', '    deprecated: true\n    tags:']],
    want: { additive: API },
  },
  {
    change: 'a member is deprecated',
    edits: [['schemas/Credentials.yaml', `    ${USER_NAME_LENGTH}`, `    ${USER_NAME_LENGTH}\n    deprecated: true`]],
    want: { additive: API },
  },
  {
    change: 'an operation fires another event',
    edits: [['openapi/paths/documento.yaml', 'x-fires: Documento.Emit', 'x-fires: Documento.Update']],
    want: { breaking: RECEIVERS },
  },
  {
    change: 'an operation no longer fires its event',
    edits: [['openapi/paths/anagrafica.yaml', '    x-fires: Anagrafica.Update\n', '']],
    want: { breaking: RECEIVERS },
  },
  {
    change: 'an operation fires an event that others fire',
    edits: [[WEBHOOK, '    x-idempotency: true\n', '    x-idempotency: true\n    x-fires: Anagrafica.Update\n']],
    want: { additive: RECEIVERS },
  },
  {
    change: 'an operation has another tag',
    edits: [[AUTHENTICATE, 'tags: [authenticate]', 'tags: [evento]']],
    want: { breaking: ['specs'] },
  },
  {
    change: 'a tag is described otherwise',
    edits: [['openapi/admin.yaml', '  - name: authenticate\n', '  - name: authenticate\n    summary: Tokens.\n']],
    want: { wording: ['specs'] },
  },
  {
    change: 'a schema has another title',
    edits: [['schemas/Credentials.yaml', 'title: Credentials', 'title: NameAndPassword']],
    want: { breaking: ['specs'] },
  },
  {
    change: 'a server has another address',
    edits: [[CUSTOMER, "url: '{customerUrl}'", "url: '{customerUrl}/v2'"]],
    want: { breaking: CALLERS },
  },
  {
    change: 'a mark that nobody knows',
    edits: [[AUTHENTICATE, '    security:', '    x-priority: high\n    security:']],
    want: { breaking: API },
  },
  {
    change: 'a keyword that nobody knows',
    edits: [['schemas/Credentials.yaml', 'type: object', 'type: object\nminContains: 2']],
    want: { breaking: API },
  },
  {
    change: 'callbacks, which nobody has judged',
    edits: [[AUTHENTICATE, '    security:', '    callbacks: {}\n    security:']],
    want: { breaking: API },
  },
  {
    change: 'a mark that is unknown in one member of a schema',
    edits: [['schemas/Credentials.yaml', USER_NAME_LENGTH, `${USER_NAME_LENGTH}\n    x-secret: true`]],
    want: { breaking: API },
  },
];
