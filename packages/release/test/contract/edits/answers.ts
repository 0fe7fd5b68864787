import { API, CALLERS, EVERYBODY, type Row } from './row.ts';

const details = 'schemas/WebhookDetails.yaml';
const azienda = 'schemas/Azienda.yaml';
const headers = 'openapi/components/headers.yaml';
const delivery = 'schemas/Delivery.yaml';
const responses = 'openapi/components/responses.yaml';
const widened = { breaking: CALLERS, additive: ['server'] } as const;
const narrowed = { additive: CALLERS, breaking: ['server'] } as const;

/** Edits of what a service answers. */
export const ANSWERS: readonly Row[] = [
  {
    change: 'a new optional member',
    edits: [[details, '  enabled:\n', '  note:\n    type: string\n    description: A note.\n  enabled:\n']],
    want: { additive: API },
  },
  {
    change: 'a new member that is always there',
    edits: [
      [details, '  enabled:\n', '  note:\n    type: string\n    description: A note.\n  enabled:\n'],
      [details, 'required: [id,', 'required: [note, id,'],
    ],
    want: narrowed,
  },
  { change: 'a member may be absent', edits: [[details, 'required: [id, aziendaId,', 'required: [id,']], want: widened },
  { change: 'a member is always there', edits: [[azienda, 'required: [id, nome]', 'required: [id, nome, sede]']], want: narrowed },
  {
    change: 'a member is removed',
    edits: [
      [
        details,
        "  enabled:\n    type: boolean\n    description: true from creation on.\n    x-clause: 'Webhook (configuration resource): Enabled'\n",
        '',
      ],
      [details, 'url, enabled,', 'url,'],
    ],
    want: { breaking: API },
  },
  {
    change: 'a member is renamed',
    edits: [
      [details, '  enabled:\n', '  active:\n'],
      [details, 'url, enabled,', 'url, active,'],
    ],
    want: { breaking: API },
  },
  { change: 'a member may be null', edits: [[details, '    type: boolean', "    type: ['boolean', 'null']"]], want: widened },
  { change: 'a member is never null', edits: [[details, "    type: ['string', 'null']", '    type: string']], want: narrowed },
  { change: 'a member has another type', edits: [[details, '    type: boolean', '    type: string']], want: { breaking: API } },
  {
    change: 'a whole number may have decimals',
    edits: [[delivery, 'attemptCount:\n    type: integer', 'attemptCount:\n    type: number']],
    want: widened,
  },
  { change: 'a new value', edits: [[delivery, 'delivered, failed]', 'delivered, failed, paused]']], want: widened },
  { change: 'a value that no longer comes', edits: [[azienda, 'enum: [RF01, RF02,', 'enum: [RF01,']], want: narrowed },
  { change: 'a value is not limited to a list', edits: [[delivery, '    enum: [pending, delivered, failed]\n', '']], want: widened },
  { change: 'a longer text comes', edits: [[azienda, 'maxLength: 80', 'maxLength: 100']], want: widened },
  { change: 'only a shorter text comes', edits: [[azienda, 'maxLength: 80', 'maxLength: 60']], want: narrowed },
  { change: 'a smaller number comes', edits: [[delivery, '    minimum: 0', '    minimum: -1']], want: widened },
  { change: 'a format is no longer kept', edits: [[details, '    format: uri\n', '']], want: widened },
  { change: 'a pattern is kept', edits: [[azienda, 'maxLength: 80', "maxLength: 80\n    pattern: '^[A-Z]'"]], want: narrowed },
  {
    change: 'a member is one of several kinds',
    edits: [[azienda, '  sede:\n    $ref: Indirizzo.yaml', '  sede:\n    oneOf:\n      - $ref: Indirizzo.yaml\n      - type: string']],
    want: widened,
  },
  {
    change: 'a member may be null by an alternative',
    edits: [[azienda, '  sede:\n    $ref: Indirizzo.yaml', "  sede:\n    anyOf:\n      - $ref: Indirizzo.yaml\n      - type: 'null'"]],
    want: widened,
  },
  {
    change: 'a member that no old reader expects in a closed object',
    edits: [[details, 'type: object', 'type: object\nadditionalProperties: false']],
    want: narrowed,
  },
  {
    change: 'a header is removed',
    edits: [['openapi/paths/azienda.yaml', '        headers:\n          Link:\n            $ref: ../components/headers.yaml#/Link\n', '']],
    want: { breaking: API },
  },
  {
    change: 'a header may be absent',
    edits: [
      [
        headers,
        "X-Token:\n  description: The bearer token.\n  x-clause: 'Authenticate: Success'\n  required: true",
        "X-Token:\n  description: The bearer token.\n  x-clause: 'Authenticate: Success'\n  required: false",
      ],
    ],
    want: widened,
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
    edits: [[headers, '    type: integer\n    minimum: 1', '    type: string']],
    want: { breaking: API },
  },
  { change: 'a refusal has another status', edits: [['openapi/paths/authenticate.yaml', "'429'", "'423'"]], want: { breaking: API } },
  {
    change: 'a new refusal',
    edits: [
      ['openapi/paths/azienda.yaml', "      '500':", "      '404':\n        $ref: ../components/responses.yaml#/NotFound\n      '500':"],
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
    want: widened,
  },
  {
    change: 'an answer has another media type',
    edits: [['openapi/paths/azienda.yaml', 'application/json', 'application/hal+json']],
    want: { breaking: API },
  },
  {
    change: 'a refusal no longer carries a problem',
    edits: [[responses, 'x-problems: [token-missing, token-invalid]', 'x-problems: [token-invalid]']],
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
    edits: [['schemas/Id.yaml', '9007199254740991', '9223372036854775807']],
    want: { breaking: EVERYBODY },
  },
  {
    change: 'a shorter text in requests, answers and events',
    edits: [['schemas/AnagraficaInput.yaml', 'maxLength: 80', 'maxLength: 70']],
    want: { breaking: API, additive: ['events'] },
  },
  {
    change: 'a new optional member in requests, answers and events',
    edits: [['schemas/ArticoloInput.yaml', '  natura:\n', '  peso:\n    type: integer\n    description: Weight in grams.\n  natura:\n']],
    want: { additive: EVERYBODY },
  },
];
