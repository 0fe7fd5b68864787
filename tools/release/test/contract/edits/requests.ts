import { API, CALLERS, PAGE_ENTRIES, type Row, USER_NAME_LENGTH } from './row.ts';

const WEBHOOK = 'schemas/WebhookInput.yaml';
const EVENTS = 'schemas/WebhookEvents.yaml';
const DESCRIPTION = 'schemas/WebhookDescription.yaml';
const URL = 'schemas/WebhookUrl.yaml';
const CREDENTIALS = 'schemas/Credentials.yaml';
const PARAMETERS = 'openapi/components/parameters.yaml';
const LIMIT = '  example: 100\n  schema:\n    type: integer\n';
const NARROWED = { breaking: CALLERS, additive: ['server'] } as const;
const WIDENED = { additive: CALLERS, breaking: ['server'] } as const;

/** Edits of what callers send. */
export const REQUESTS: readonly Row[] = [
  {
    change: 'a new optional member',
    edits: [[CREDENTIALS, '  Password:\n', '  Otp:\n    type: string\n    description: A second factor.\n  Password:\n']],
    want: { additive: API },
  },
  {
    change: 'a new required member',
    edits: [
      [CREDENTIALS, '  Password:\n', '  Otp:\n    type: string\n    description: A second factor.\n  Password:\n'],
      [CREDENTIALS, 'required: [UserName', 'required: [Otp, UserName'],
    ],
    want: NARROWED,
  },
  {
    change: 'an optional member becomes required',
    edits: [[WEBHOOK, 'required: [AziendaId, Url, Events]', 'required: [AziendaId, Url, Events, Description]']],
    want: NARROWED,
  },
  {
    change: 'a required member becomes optional',
    edits: [[WEBHOOK, 'required: [AziendaId, Url, Events]', 'required: [AziendaId, Url]']],
    want: WIDENED,
  },
  {
    change: 'a member becomes required in an allOf beside the schema',
    edits: [['schemas/DocumentoInput.yaml', 'required: [righe]', 'required: [righe, numero]']],
    want: NARROWED,
  },
  {
    change: 'a member is removed',
    edits: [
      [CREDENTIALS, '  Password:\n', '  Secret:\n'],
      [CREDENTIALS, 'required: [UserName, Password]', 'required: [UserName]'],
    ],
    want: { breaking: API },
  },
  { change: 'a longer text is taken', edits: [[CREDENTIALS, USER_NAME_LENGTH, 'maxLength: 512']], want: WIDENED },
  { change: 'only a shorter text is taken', edits: [[CREDENTIALS, USER_NAME_LENGTH, 'maxLength: 128']], want: NARROWED },
  { change: 'a length is no longer limited', edits: [[CREDENTIALS, `    ${USER_NAME_LENGTH}\n`, '']], want: WIDENED },
  {
    change: 'a length gets a lower limit',
    edits: [[CREDENTIALS, USER_NAME_LENGTH, `${USER_NAME_LENGTH}\n    minLength: 1`]],
    want: NARROWED,
  },
  { change: 'a list must hold more', edits: [[EVENTS, 'minItems: 1', 'minItems: 2']], want: NARROWED },
  { change: 'a list may be empty', edits: [[EVENTS, 'minItems: 1\n', '']], want: WIDENED },
  { change: 'entries must differ', edits: [[EVENTS, 'minItems: 1', 'minItems: 1\nuniqueItems: true']], want: NARROWED },
  { change: 'null is no longer taken', edits: [[DESCRIPTION, "type: ['string', 'null']", 'type: string']], want: NARROWED },
  { change: 'null is taken too', edits: [[EVENTS, 'type: array', "type: ['array', 'null']"]], want: WIDENED },
  { change: 'another type', edits: [[DESCRIPTION, "type: ['string', 'null']", 'type: integer']], want: { breaking: API } },
  {
    change: 'entries of a list have another type',
    edits: [[EVENTS, '  $ref: EventType.yaml', '  type: integer']],
    want: { breaking: API },
  },
  { change: 'a pattern is tightened', edits: [[URL, "'^[hH][tT][tT][pP][sS]://", "'^https://"]], want: { breaking: API } },
  { change: 'a pattern is dropped', edits: [[URL, "pattern: '^[hH][tT][tT][pP][sS]://[^/?#@]+([/?#]|$)'\n", '']], want: WIDENED },
  {
    change: 'a pattern is demanded',
    edits: [[CREDENTIALS, USER_NAME_LENGTH, `${USER_NAME_LENGTH}\n    pattern: '^[a-z]+$'`]],
    want: NARROWED,
  },
  { change: 'a format is another', edits: [[CREDENTIALS, 'format: password', 'format: email']], want: { breaking: API } },
  {
    change: 'a closed object takes no other members',
    edits: [[CREDENTIALS, 'type: object', 'type: object\nadditionalProperties: false']],
    want: NARROWED,
  },
  {
    change: 'a number is a multiple',
    edits: [[PARAMETERS, `    ${PAGE_ENTRIES}`, `    ${PAGE_ENTRIES}\n    multipleOf: 10`]],
    want: NARROWED,
  },
  { change: 'a maximum is lower', edits: [[PARAMETERS, `    ${PAGE_ENTRIES}`, '    maximum: 200']], want: NARROWED },
  {
    change: 'a maximum of whole numbers is lower though its number is not',
    edits: [[PARAMETERS, `    ${PAGE_ENTRIES}`, '    exclusiveMaximum: 500']],
    want: NARROWED,
  },
  {
    change: 'a whole number from more than 1.5 is from 2',
    edits: [['openapi/components/parameters.yaml', '    minimum: 1\n', '    exclusiveMinimum: 1.5\n']],
    want: NARROWED,
  },
  {
    change: 'a list is one value in the query',
    edits: [[PARAMETERS, 'name: limit\n', 'name: limit\n  explode: false\n']],
    want: { breaking: API },
  },
  {
    change: 'whole numbers below 10.5 are whole numbers up to 9.7',
    given: [[PARAMETERS, `    ${PAGE_ENTRIES}`, '    exclusiveMaximum: 10.5']],
    edits: [[PARAMETERS, `    ${PAGE_ENTRIES}`, '    maximum: 9.7']],
    want: NARROWED,
  },
  {
    change: 'multiples of 0.1 become multiples of 0.01',
    given: [[PARAMETERS, LIMIT, `${LIMIT.replace('integer', 'number')}    multipleOf: 0.1\n`]],
    edits: [[PARAMETERS, LIMIT, `${LIMIT.replace('integer', 'number')}    multipleOf: 0.01\n`]],
    want: WIDENED,
  },
  {
    change: 'multiples of 0.3 become multiples of 0.2',
    given: [[PARAMETERS, LIMIT, `${LIMIT.replace('integer', 'number')}    multipleOf: 0.3\n`]],
    edits: [[PARAMETERS, LIMIT, `${LIMIT.replace('integer', 'number')}    multipleOf: 0.2\n`]],
    want: { breaking: API },
  },
  {
    change: 'a parameter in the path is named otherwise',
    edits: [
      ['openapi/customer.yaml', '/api/{version}/config/evento/{eventGuid}:', '/api/{version}/config/evento/{guid}:'],
      ['openapi/customer.yaml', '/api/{version}/config/evento/{eventGuid}/redeliver:', '/api/{version}/config/evento/{guid}/redeliver:'],
      [PARAMETERS, 'name: eventGuid\n', 'name: guid\n'],
    ],
    want: { wording: ['specs'], breaking: ['server'] },
  },
  { change: 'a default is another', edits: [[PARAMETERS, '    default: 100', '    default: 50']], want: { breaking: API } },
  {
    change: 'a parameter becomes required',
    edits: [[PARAMETERS, 'name: limit\n  in: query\n  required: false', 'name: limit\n  in: query\n  required: true']],
    want: NARROWED,
  },
  {
    change: 'a header becomes required',
    edits: [
      [PARAMETERS, 'name: Idempotency-Key\n  in: header\n  required: false', 'name: Idempotency-Key\n  in: header\n  required: true'],
    ],
    want: NARROWED,
  },
  {
    change: 'a new optional parameter',
    edits: [
      ['openapi/paths/azienda.yaml', '    parameters:\n', '    parameters:\n      - $ref: ../components/parameters.yaml#/nome\n'],
      [
        PARAMETERS,
        'limit:\n',
        'nome:\n  name: nome\n  in: query\n  description: Only with this name.\n  schema:\n    type: string\nlimit:\n',
      ],
    ],
    want: { additive: API },
  },
  {
    change: 'a new required header',
    edits: [
      ['openapi/paths/azienda.yaml', '    parameters:\n', '    parameters:\n      - $ref: ../components/parameters.yaml#/region\n'],
      [
        PARAMETERS,
        'limit:\n',
        'region:\n  name: X-Region\n  in: header\n  required: true\n  description: Where.\n  schema:\n    type: string\nlimit:\n',
      ],
    ],
    want: NARROWED,
  },
  {
    change: 'a parameter is removed',
    edits: [['openapi/paths/azienda.yaml', '      - $ref: ../components/parameters.yaml#/after\n', '']],
    want: { breaking: API },
  },
  {
    change: 'a parameter moves to another place',
    edits: [[PARAMETERS, 'name: limit\n  in: query', 'name: limit\n  in: header']],
    want: { breaking: API },
  },
  {
    change: 'a list is written in another way',
    edits: [[PARAMETERS, 'name: limit\n', 'name: limit\n  style: pipeDelimited\n']],
    want: { breaking: API },
  },
  { change: 'a client no longer fills a header in', edits: [[PARAMETERS, '  x-set-by: client\n', '']], want: { breaking: API } },
  {
    change: 'a header has another name',
    edits: [[PARAMETERS, "x-header-word: 'X-{word}-ApplicationId'", "x-header-word: 'X-{word}-AppId'"]],
    want: { breaking: API },
  },
  {
    change: 'the body has another media type',
    edits: [['openapi/paths/authenticate.yaml', 'application/json', 'application/x-www-form-urlencoded']],
    want: { breaking: API },
  },
  {
    change: 'the body need not be sent',
    edits: [['openapi/paths/authenticate.yaml', 'requestBody:\n      required: true', 'requestBody:\n      required: false']],
    want: WIDENED,
  },
  { change: 'a version of the API is added to the path', edits: [[PARAMETERS, 'enum: [v3]', 'enum: [v3, v4]']], want: WIDENED },
  { change: 'a listed value is no longer taken', edits: [[PARAMETERS, 'enum: [v3]', 'enum: [v4]']], want: { breaking: API } },
];
