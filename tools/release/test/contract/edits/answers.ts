import { API, CALLERS, EVERYBODY, NOME_LENGTH, type Row } from './row.ts';

const CREATED = 'schemas/WebhookCreated.yaml';
const AZIENDA = 'schemas/Azienda.yaml';
const HEADERS = 'openapi/components/headers.yaml';
const DELIVERY = 'schemas/Delivery.yaml';
const RESPONSES = 'openapi/components/responses.yaml';
const WIDENED = { breaking: CALLERS, additive: ['server'] } as const;
const NARROWED = { additive: CALLERS, breaking: ['server'] } as const;

/** Edits of what a service answers. */
export const ANSWERS: readonly Row[] = [
  {
    change: 'a new optional member',
    edits: [[CREATED, '  enabled:\n', '  note:\n    type: string\n    description: A note.\n  enabled:\n']],
    want: { additive: API },
  },
  {
    change: 'a new member that is always there',
    edits: [
      [CREATED, '  enabled:\n', '  note:\n    type: string\n    description: A note.\n  enabled:\n'],
      [CREATED, 'required: [id,', 'required: [note, id,'],
    ],
    want: NARROWED,
  },
  { change: 'a member may be absent', edits: [[CREATED, 'required: [id, aziendaId,', 'required: [id,']], want: WIDENED },
  { change: 'a member is always there', edits: [[AZIENDA, 'required: [id, nome]', 'required: [id, nome, sede]']], want: NARROWED },
  {
    change: 'a member is removed',
    edits: [
      [
        CREATED,
        "  enabled:\n    type: boolean\n    description: true from creation on.\n    x-clause: 'Webhook (configuration resource): Enabled'\n",
        '',
      ],
      [CREATED, 'url, enabled,', 'url,'],
    ],
    want: { breaking: API },
  },
  {
    change: 'a member is renamed',
    edits: [
      [CREATED, '  enabled:\n', '  active:\n'],
      [CREATED, 'url, enabled,', 'url, active,'],
    ],
    want: { breaking: API },
  },
  { change: 'a member may be null', edits: [[CREATED, '    type: boolean', "    type: ['boolean', 'null']"]], want: WIDENED },
  { change: 'a member is never null', edits: [[CREATED, "    type: ['string', 'null']", '    type: string']], want: NARROWED },
  { change: 'a member has another type', edits: [[CREATED, '    type: boolean', '    type: string']], want: { breaking: API } },
  {
    change: 'a whole number may have decimals',
    edits: [[DELIVERY, 'attemptCount:\n    type: integer', 'attemptCount:\n    type: number']],
    want: WIDENED,
  },
  { change: 'a new value', edits: [[DELIVERY, 'delivered, failed]', 'delivered, failed, paused]']], want: WIDENED },
  { change: 'a value that no longer comes', edits: [[AZIENDA, 'enum: [RF01, RF02,', 'enum: [RF01,']], want: NARROWED },
  { change: 'a value is not limited to a list', edits: [[DELIVERY, '    enum: [pending, delivered, failed]\n', '']], want: WIDENED },
  { change: 'a longer text comes', edits: [[AZIENDA, NOME_LENGTH, 'maxLength: 100']], want: WIDENED },
  { change: 'only a shorter text comes', edits: [[AZIENDA, NOME_LENGTH, 'maxLength: 60']], want: NARROWED },
  { change: 'a smaller number comes', edits: [[DELIVERY, '    minimum: 0', '    minimum: -1']], want: WIDENED },
  { change: 'a format is no longer kept', edits: [[CREATED, '    format: uri\n', '']], want: WIDENED },
  { change: 'a pattern is kept', edits: [[AZIENDA, NOME_LENGTH, `${NOME_LENGTH}\n    pattern: '^[A-Z]'`]], want: NARROWED },
  {
    change: 'a member is one of several kinds',
    edits: [[AZIENDA, '  sede:\n    $ref: Indirizzo.yaml', '  sede:\n    oneOf:\n      - $ref: Indirizzo.yaml\n      - type: string']],
    want: WIDENED,
  },
  {
    change: 'a member may be null by an alternative',
    edits: [[AZIENDA, '  sede:\n    $ref: Indirizzo.yaml', "  sede:\n    anyOf:\n      - $ref: Indirizzo.yaml\n      - type: 'null'"]],
    want: WIDENED,
  },
  {
    change: 'a member that no old reader expects in a closed object',
    edits: [[CREATED, 'type: object', 'type: object\nadditionalProperties: false']],
    want: NARROWED,
  },
  {
    change: 'a header is removed',
    edits: [['openapi/paths/azienda.yaml', '        headers:\n          Link:\n            $ref: ../components/headers.yaml#/Link\n', '']],
    want: { breaking: API },
  },
  {
    change: 'a header may be absent',
    edits: [[HEADERS, 'CLI-04]\n  required: true', 'CLI-04]\n  required: false']],
    want: WIDENED,
  },
  {
    change: 'a new header',
    edits: [
      [
        'openapi/paths/authenticate.yaml',
        '          X-Token:\n',
        '          Link:\n            $ref: ../components/headers.yaml#/Link\n          X-Token:\n',
      ],
    ],
    want: { additive: API },
  },
  {
    change: 'a header has another type',
    edits: [[HEADERS, '    type: integer\n    minimum: 1', '    type: string']],
    want: { breaking: API },
  },
  { change: 'a refusal has another status', edits: [['openapi/paths/authenticate.yaml', "'429'", "'423'"]], want: { breaking: API } },
  {
    change: 'a new refusal',
    edits: [
      [
        'openapi/paths/azienda.yaml',
        "      '500':",
        "      '415':\n        $ref: ../components/responses.yaml#/UnsupportedMediaType\n      '500':",
      ],
    ],
    want: { additive: API },
  },
  { change: 'a success has another status', edits: [['openapi/paths/authenticate.yaml', "'200'", "'201'"]], want: { breaking: API } },
  {
    change: 'a second success',
    edits: [
      [
        'openapi/paths/authenticate.yaml',
        "      '400':",
        "      '202':\n        description: Later.\n        x-chosen: D-01\n      '400':",
      ],
    ],
    want: WIDENED,
  },
  {
    change: 'an answer has another media type',
    edits: [['openapi/paths/azienda.yaml', 'application/json', 'application/hal+json']],
    want: { breaking: API },
  },
  {
    change: 'a refusal no longer carries a problem',
    edits: [[RESPONSES, 'x-problems: [token-missing, token-invalid]', 'x-problems: [token-invalid]']],
    want: { breaking: API },
  },
  {
    change: 'a refusal carries another problem too',
    edits: [['openapi/paths/authenticate.yaml', 'x-problems: [too-many-attempts]', 'x-problems: [too-many-attempts, unavailable]']],
    want: { additive: API },
  },
  {
    change: 'a member of every problem is removed',
    edits: [['schemas/Problem.yaml', '  detail:\n', '  details:\n']],
    want: { breaking: API },
  },
  {
    change: 'ids that are larger than callers and receivers expect, in requests, answers and events',
    edits: [['schemas/Id.yaml', '{ $ref: ../limits.yaml#/integerMax/value }', '9223372036854775807']],
    want: { breaking: EVERYBODY },
  },
  {
    change: 'a shorter text in requests, answers and events',
    edits: [['schemas/AnagraficaInput.yaml', NOME_LENGTH, 'maxLength: 70']],
    want: { breaking: API, additive: ['events'] },
  },
  {
    change: 'a new optional member in requests, answers and events',
    edits: [['schemas/ArticoloInput.yaml', '  natura:\n', '  peso:\n    type: integer\n    description: Weight in grams.\n  natura:\n']],
    want: { additive: EVERYBODY },
  },
];
