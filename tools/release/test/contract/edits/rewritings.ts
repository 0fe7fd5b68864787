import { PAGE_ENTRIES, type Row, USER_NAME_LENGTH } from './row.ts';

const CREDENTIALS = 'schemas/Credentials.yaml';
const PARAMETERS = 'openapi/components/parameters.yaml';
const QUOTED = ['specs', 'client', 'server'] as const;

/** Edits that say the same: nobody must be alarmed. */
export const REWRITINGS: readonly Row[] = [
  { change: 'a comment', edits: [[CREDENTIALS, 'title: Credentials', '# Who is it?\ntitle: Credentials']], want: {} },
  {
    change: 'keys in another order',
    edits: [
      [CREDENTIALS, 'title: Credentials\ndescription: Who wants a token.\n', 'description: Who wants a token.\ntitle: Credentials\n'],
    ],
    want: {},
  },
  { change: 'required members in another order', edits: [[CREDENTIALS, '[UserName, Password]', '[Password, UserName]']], want: {} },
  {
    change: 'listed values in another order',
    edits: [['schemas/Delivery.yaml', '[pending, delivered, failed]', '[failed, pending, delivered]']],
    want: {},
  },
  { change: 'types in another order', edits: [['schemas/WebhookCompany.yaml', "['integer', 'null']", "['null', 'integer']"]], want: {} },
  {
    change: 'a member through allOf',
    edits: [[CREDENTIALS, `    ${USER_NAME_LENGTH}\n`, `    allOf:\n      - ${USER_NAME_LENGTH}\n`]],
    want: {},
  },
  {
    change: 'required members through allOf',
    edits: [[CREDENTIALS, 'required: [UserName, Password]', 'allOf:\n  - required: [UserName]\n  - required: [Password]']],
    want: {},
  },
  {
    change: 'an inline schema moves to a file of its own',
    edits: [
      [
        'schemas/Delivery.yaml',
        '    type: string\n    description: pending, until it is confirmed (delivered) or the last retry has failed (failed).\n    enum: [pending, delivered, failed]',
        '    $ref: DeliveryState.yaml',
      ],
      [
        'schemas/DeliveryState.yaml',
        'type: string\ndescription: pending, until it is confirmed (delivered) or the last retry has failed (failed).\nenum: [pending, delivered, failed]\n',
      ],
    ],
    want: {},
  },
  {
    change: 'a schema moves to another file under its name',
    edits: [
      ['schemas/ArticoloInput.yaml', '$ref: Natura.yaml', '$ref: codes.yaml#/Natura'],
      ['schemas/RigaInput.yaml', '$ref: Natura.yaml', '$ref: codes.yaml#/Natura'],
      ['schemas/Riepilogo.yaml', '$ref: Natura.yaml', '$ref: codes.yaml#/Natura'],
      [
        'schemas/codes.yaml',
        'Natura:\n  title: Natura\n  description: Why a line bears no VAT (FatturaPA Natura). An invoice needs it if the rate is 0.00, and must not have it otherwise.\n  x-chosen: D-15\n  type: string\n  enum: [N1, N2.1, N2.2, N3.1, N3.2, N3.3, N3.4, N3.5, N3.6, N4, N5, N6.1, N6.2, N6.3, N6.4, N6.5, N6.6, N6.7, N6.8, N6.9, N7]\n',
      ],
    ],
    want: {},
  },
  {
    change: 'a constant as a list of one',
    edits: [['asyncapi/messages/Documento.Emit.yaml', 'const: Documento.Emit', 'enum: [Documento.Emit]']],
    want: {},
  },
  {
    change: 'a constant with its type',
    edits: [['asyncapi/messages/Documento.Emit.yaml', 'const: Documento.Emit', 'type: string\n      const: Documento.Emit']],
    want: {},
  },
  { change: 'a whole number above 0 is from 1', edits: [['schemas/Id.yaml', 'minimum: 1\n', 'exclusiveMinimum: 0\n']], want: {} },
  { change: 'a whole number up to 9.7 is up to 9', edits: [[PARAMETERS, `    ${PAGE_ENTRIES}`, '    maximum: 500.7']], want: {} },
  {
    change: 'a whole number below 500.5 is up to 500',
    edits: [[PARAMETERS, `    ${PAGE_ENTRIES}`, '    exclusiveMaximum: 500.5']],
    want: {},
  },
  { change: 'a whole number from 0.5 is from 1', edits: [['schemas/Id.yaml', 'minimum: 1\n', 'minimum: 0.5\n']], want: {} },
  {
    change: 'whole numbers that are multiples of 1',
    edits: [[PARAMETERS, `    ${PAGE_ENTRIES}`, `    ${PAGE_ENTRIES}\n    multipleOf: 1`]],
    want: {},
  },
  {
    change: 'null by an alternative',
    edits: [['schemas/WebhookCreated.yaml', "    type: ['string', 'null']\n", "    oneOf:\n      - type: string\n      - type: 'null'\n"]],
    want: {},
  },
  {
    change: 'null among listed values, and by an alternative',
    given: [['schemas/WebhookCreated.yaml', "    type: ['string', 'null']\n", "    type: ['string', 'null']\n    enum: [a, b, null]\n"]],
    edits: [['schemas/WebhookCreated.yaml', "    type: ['string', 'null']\n", "    oneOf:\n      - enum: [a, b]\n      - type: 'null'\n"]],
    want: {},
  },
  {
    change: 'null by one of any alternatives, beside a schema of its own',
    edits: [['schemas/WebhookCompany.yaml', "type: ['integer', 'null']", "anyOf:\n  - type: 'null'\n  - type: integer"]],
    want: {},
  },
  {
    change: 'defaults of a query parameter',
    edits: [
      [PARAMETERS, 'name: limit\n', 'name: limit\n  style: form\n  explode: true\n  allowReserved: false\n  allowEmptyValue: false\n'],
    ],
    want: {},
  },
  {
    change: 'defaults of a header and of a path parameter',
    edits: [
      [PARAMETERS, 'name: Idempotency-Key\n', 'name: Idempotency-Key\n  style: simple\n  explode: false\n'],
      [PARAMETERS, 'name: version\n', 'name: version\n  style: simple\n  explode: false\n'],
    ],
    want: {},
  },
  {
    change: 'defaults of the header of an answer',
    edits: [['openapi/components/headers.yaml', 'X-Token:\n', 'X-Token:\n  style: simple\n  explode: false\n']],
    want: {},
  },
  {
    change: 'a mark that is false where nothing stood',
    edits: [['openapi/paths/authenticate.yaml', '    security:', '    x-concurrency: false\n    x-idempotency: false\n    security:']],
    want: {},
  },
  { change: 'a header of a request in lower case', edits: [[PARAMETERS, 'name: Idempotency-Key\n', 'name: idempotency-key\n']], want: {} },
  {
    change: 'a header of an answer in lower case',
    edits: [['openapi/paths/azienda.yaml', '          Link:\n', '          link:\n']],
    want: {},
  },
  {
    change: 'the header of a credential in lower case',
    edits: [['openapi/components/security-schemes.yaml', 'name: X-Service-ApiKey', 'name: x-service-apikey']],
    want: {},
  },
  {
    change: 'a length of at least 0',
    edits: [[CREDENTIALS, USER_NAME_LENGTH, `${USER_NAME_LENGTH}\n    minLength: 0`]],
    want: {},
  },
  {
    change: 'other members, which are allowed anyhow',
    edits: [[CREDENTIALS, 'type: object', 'type: object\nadditionalProperties: true']],
    want: {},
  },
  {
    change: 'the only alternative',
    edits: [['schemas/Azienda.yaml', '  sede:\n    $ref: Indirizzo.yaml', '  sede:\n    oneOf:\n      - $ref: Indirizzo.yaml']],
    want: {},
  },
  {
    change: 'parameters in another order',
    edits: [
      [
        'openapi/paths/azienda.yaml',
        '      - $ref: ../components/parameters.yaml#/limit\n      - $ref: ../components/parameters.yaml#/after\n',
        '      - $ref: ../components/parameters.yaml#/after\n      - $ref: ../components/parameters.yaml#/limit\n',
      ],
    ],
    want: {},
  },
  {
    change: 'false where nothing stood',
    edits: [['openapi/components/headers.yaml', 'X-Token:\n', 'X-Token:\n  deprecated: false\n']],
    want: {},
  },
  { change: 'rules in another order', edits: [['rules/auth.yaml', '- id: AUTH-02\n', '- id: AUTH-02 # wrong credentials\n']], want: {} },
  { change: 'another version of the package', edits: [['package.json', '"version": "', '"version": "9.']], want: {} },
  { change: 'a description', edits: [[CREDENTIALS, 'Who wants a token.', 'Whoever wants a token.']], want: { wording: QUOTED } },
  {
    change: 'a summary',
    edits: [['openapi/paths/authenticate.yaml', 'summary: Obtain a token', 'summary: Get a token']],
    want: { wording: QUOTED },
  },
  {
    change: 'a clause',
    edits: [[CREDENTIALS, "x-clause: 'Authenticate: Request body'", "x-clause: 'Authenticate'"]],
    want: { wording: ['specs'] },
  },
  {
    change: 'the license of a document',
    edits: [['openapi/admin.yaml', 'identifier: Apache-2.0', 'identifier: MIT']],
    want: { wording: ['specs'] },
  },
  {
    change: 'an example in a schema',
    edits: [[CREDENTIALS, USER_NAME_LENGTH, `${USER_NAME_LENGTH}\n    examples: [ada]`]],
    want: { wording: ['specs'] },
  },
];
