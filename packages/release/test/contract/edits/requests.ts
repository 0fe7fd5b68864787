import { API, CALLERS, type Row } from './row.ts';

const webhook = 'schemas/WebhookInput.yaml';
const credentials = 'schemas/Credentials.yaml';
const parameters = 'openapi/components/parameters.yaml';
const narrowed = { breaking: CALLERS, additive: ['server'] } as const;
const widened = { additive: CALLERS, breaking: ['server'] } as const;

/** Edits of what callers send. */
export const REQUESTS: readonly Row[] = [
  {
    change: 'a new optional member',
    edits: [[credentials, '  Password:\n', '  Otp:\n    type: string\n    description: A second factor.\n  Password:\n']],
    want: { additive: API },
  },
  {
    change: 'a new required member',
    edits: [
      [credentials, '  Password:\n', '  Otp:\n    type: string\n    description: A second factor.\n  Password:\n'],
      [credentials, 'required: [UserName', 'required: [Otp, UserName'],
    ],
    want: narrowed,
  },
  {
    change: 'an optional member becomes required',
    edits: [[webhook, 'required: [AziendaId, Url, Events]', 'required: [AziendaId, Url, Events, Description]']],
    want: narrowed,
  },
  {
    change: 'a required member becomes optional',
    edits: [[webhook, 'required: [AziendaId, Url, Events]', 'required: [AziendaId, Url]']],
    want: widened,
  },
  {
    change: 'a member becomes required in an allOf beside the schema',
    edits: [['schemas/DocumentoInput.yaml', 'required: [righe]', 'required: [righe, numero]']],
    want: narrowed,
  },
  {
    change: 'a member is removed',
    edits: [
      [credentials, '  Password:\n', '  Secret:\n'],
      [credentials, 'required: [UserName, Password]', 'required: [UserName]'],
    ],
    want: { breaking: API },
  },
  { change: 'a longer text is taken', edits: [[credentials, 'maxLength: 256', 'maxLength: 512']], want: widened },
  { change: 'only a shorter text is taken', edits: [[credentials, 'maxLength: 256', 'maxLength: 128']], want: narrowed },
  { change: 'a length is no longer limited', edits: [[credentials, '    maxLength: 256\n', '']], want: widened },
  {
    change: 'a length gets a lower limit',
    edits: [[credentials, 'maxLength: 256', 'maxLength: 256\n    minLength: 1']],
    want: narrowed,
  },
  { change: 'a list must hold more', edits: [[webhook, 'minItems: 1', 'minItems: 2']], want: narrowed },
  { change: 'a list may be empty', edits: [[webhook, '    minItems: 1\n', '']], want: widened },
  { change: 'entries must differ', edits: [[webhook, 'minItems: 1', 'minItems: 1\n    uniqueItems: true']], want: narrowed },
  { change: 'null is no longer taken', edits: [[webhook, "    type: ['integer', 'null']", '    type: integer']], want: narrowed },
  { change: 'null is taken too', edits: [[webhook, 'type: array', "type: ['array', 'null']"]], want: widened },
  { change: 'another type', edits: [[webhook, "    type: ['integer', 'null']", '    type: string']], want: { breaking: API } },
  {
    change: 'entries of a list have another type',
    edits: [[webhook, '      $ref: EventType.yaml', '      type: integer']],
    want: { breaking: API },
  },
  { change: 'a pattern is tightened', edits: [[webhook, "'^[hH][tT][tT][pP][sS]://", "'^https://"]], want: { breaking: API } },
  { change: 'a pattern is dropped', edits: [[webhook, "    pattern: '^[hH][tT][tT][pP][sS]://[^/?#@]+([/?#].*)?$'\n", '']], want: widened },
  {
    change: 'a pattern is demanded',
    edits: [[credentials, 'maxLength: 256', "maxLength: 256\n    pattern: '^[a-z]+$'"]],
    want: narrowed,
  },
  { change: 'a format is another', edits: [[credentials, 'format: password', 'format: email']], want: { breaking: API } },
  {
    change: 'a closed object takes no other members',
    edits: [[credentials, 'type: object', 'type: object\nadditionalProperties: false']],
    want: narrowed,
  },
  { change: 'a number is a multiple', edits: [[parameters, '    maximum: 500', '    maximum: 500\n    multipleOf: 10']], want: narrowed },
  { change: 'a maximum is lower', edits: [[parameters, '    maximum: 500', '    maximum: 200']], want: narrowed },
  { change: 'a default is another', edits: [[parameters, '    default: 100', '    default: 50']], want: { breaking: API } },
  {
    change: 'a parameter becomes required',
    edits: [[parameters, 'name: limit\n  in: query\n  required: false', 'name: limit\n  in: query\n  required: true']],
    want: narrowed,
  },
  {
    change: 'a header becomes required',
    edits: [
      [parameters, 'name: Idempotency-Key\n  in: header\n  required: false', 'name: Idempotency-Key\n  in: header\n  required: true'],
    ],
    want: narrowed,
  },
  {
    change: 'a new optional parameter',
    edits: [
      ['openapi/paths/azienda.yaml', '    parameters:\n', '    parameters:\n      - $ref: ../components/parameters.yaml#/nome\n'],
      [
        parameters,
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
        parameters,
        'limit:\n',
        'region:\n  name: X-Region\n  in: header\n  required: true\n  description: Where.\n  schema:\n    type: string\nlimit:\n',
      ],
    ],
    want: narrowed,
  },
  {
    change: 'a parameter is removed',
    edits: [['openapi/paths/azienda.yaml', '      - $ref: ../components/parameters.yaml#/after\n', '']],
    want: { breaking: API },
  },
  {
    change: 'a parameter moves to another place',
    edits: [[parameters, 'name: limit\n  in: query', 'name: limit\n  in: header']],
    want: { breaking: API },
  },
  {
    change: 'a list is written in another way',
    edits: [[parameters, 'name: limit\n', 'name: limit\n  style: pipeDelimited\n']],
    want: { breaking: API },
  },
  { change: 'a client no longer fills a header in', edits: [[parameters, '  x-set-by: client\n', '']], want: { breaking: API } },
  {
    change: 'a header has another name',
    edits: [[parameters, "x-header-word: 'X-{word}-ApplicationId'", "x-header-word: 'X-{word}-AppId'"]],
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
    want: widened,
  },
  { change: 'a version of the API is added to the path', edits: [[parameters, 'enum: [v3]', 'enum: [v3, v4]']], want: widened },
  { change: 'a listed value is no longer taken', edits: [[parameters, 'enum: [v3]', 'enum: [v4]']], want: { breaking: API } },
];
