import { afterAll, beforeAll, expect, test } from 'vitest';
import { compareContracts } from '../../../src/contract/compare-contracts.ts';
import { nameOf } from '../../../src/contract/differences/name.ts';
import type { Contract } from '../../../src/contract/model/contract.ts';
import { readCurrentContract } from '../../../src/contract/sources/current-contract.ts';
import { type Edit, EditedSpecs } from '../edited-specs.ts';
import { NOME_LENGTH, USER_NAME_LENGTH } from '../edits/row.ts';

const specs = new EditedSpecs();
let before: Contract;

beforeAll(async () => {
  before = await readCurrentContract(specs.root);
});
afterAll(() => specs.remove());

async function namesOf(edits: readonly Edit[]): Promise<readonly string[]> {
  const after = await specs.with(edits, () => readCurrentContract(specs.root));
  return [...new Set(compareContracts(before, after).map((change) => nameOf(change, after)))];
}

const CREDENTIALS = 'schemas/Credentials.yaml';
const ANAGRAFICA = 'schemas/AnagraficaInput.yaml';
function newLimit(value: number): Edit {
  return [
    'limits.yaml',
    'retriesMax:',
    `requestsMax: { description: x, value: ${value}, unit: times, clause: 'Limits', better: higher }\nretriesMax:`,
  ];
}

const WHO = 'Who wants a token.';
const LONG = 'x'.repeat(300);
const AUTHENTICATE = 'openapi/paths/authenticate.yaml';
const SECURITY = '    security:';
const RULE = '- id: AUTH-01\n  level: stated\n  role: service';
const OPERATION = "    get:\n      operationId: countWebhook\n      responses:\n        '200':\n          description: Counted.\n";

/** Changes of other parts, each of which moves what a position is counted from, or is met first. */
const UNRELATED: readonly (readonly [what: string, edit: Edit])[] = [
  [
    'an operation that is compared before all others, and answers the schema',
    [
      'openapi/customer.yaml',
      '  /api/{version}/config/Azienda:\n',
      `  /api/{version}/config/a:\n${OPERATION}          content:\n            application/json:\n              schema: { $ref: ../schemas/Anagrafica.yaml }\n  /api/{version}/config/Azienda:\n`,
    ],
  ],
  [
    'a rule before all others',
    [
      'rules/aaa.yaml',
      `- id: AAA-01\n  level: stated\n  role: service\n  clause: 'Limits'\n  statement: 'x'\n  binds: { operation: authenticate }\n`,
    ],
  ],
  [
    'a problem before all others',
    [
      'problems.yaml',
      '- { code: malformed-request,',
      '- { code: teapot, status: 418, retryable: false, raisedBy: pipeline, title: A teapot }\n- { code: malformed-request,',
    ],
  ],
];

const CHANGES: readonly (readonly [name: string, edits: readonly Edit[]])[] = [
  ['customer AnagraficaInput.nome.maxLength: maxLength was 80, is 70 (answer-narrowed)', [[ANAGRAFICA, NOME_LENGTH, 'maxLength: 70']]],
  ['events AnagraficaInput.nome.maxLength: maxLength was 80, is 70 (answer-narrowed)', [[ANAGRAFICA, NOME_LENGTH, 'maxLength: 70']]],
  [
    'customer AnagraficaInput.codiceFiscale: member codiceFiscale is removed (request-member-removed)',
    [[ANAGRAFICA, '  codiceFiscale:\n', '  codiceFiscal:\n']],
  ],
  [
    // What is added by a reference is named where it is added, not where the reference leads.
    'customer listAzienda.parameters: optional header parameter Idempotency-Key is added (request-member-added)',
    [
      [
        'openapi/paths/azienda.yaml',
        '      - $ref: ../components/parameters.yaml#/after\n',
        '      - $ref: ../components/parameters.yaml#/after\n      - $ref: ../components/parameters.yaml#/idempotencyKey\n',
      ],
    ],
  ],
  [
    'customer AnagraficaInput.nascita: optional member nascita is added (request-member-added)',
    [[ANAGRAFICA, '  codiceFiscale:\n', '  nascita:\n    $ref: Id.yaml\n  codiceFiscale:\n']],
  ],
  [
    'customer Azienda.sede.oneOf: the alternative "string" is added (answer-widened)',
    [
      [
        'schemas/Azienda.yaml',
        '  sede:\n    $ref: Indirizzo.yaml',
        '  sede:\n    oneOf:\n      - $ref: Indirizzo.yaml\n      - type: string',
      ],
    ],
  ],
  [
    'customer Natura.pattern: pattern was absent, is "^N" (answer-narrowed)',
    [['schemas/Natura.yaml', 'type: string', "type: string\npattern: '^N'"]],
  ],
  ['rules AUTH-01.level: level was stated, is chosen (rule-lowered)', [['rules/auth.yaml', RULE, RULE.replace('stated', 'chosen')]]],
  [
    'rules AUTH-01.operations: binds listAzienda too (service-rule-added)',
    [['rules/auth.yaml', 'operation: authenticate', 'operation: [authenticate, listAzienda]']],
  ],
  [
    'problems in-use.retryable: retryable was false, is true (problem-retryable)',
    [['problems.yaml', 'code: in-use, status: 422, retryable: false', 'code: in-use, status: 422, retryable: true']],
  ],
  [
    'customer WebhookInput: member Description was optional, is required (request-narrowed)',
    [['schemas/WebhookInput.yaml', 'required: [AziendaId, Url, Events]', 'required: [AziendaId, Url, Events, Description]']],
  ],
];

test.each(CHANGES)('a change has a name that says where it is written: %s', async (name, edits) => {
  expect(await namesOf(edits)).toContain(name);
});

test.each(UNRELATED)('names stay while other parts change: %s', async (_, edit) => {
  for (const [name, edits] of CHANGES) {
    const together = [...edits, edit];
    expect(await namesOf(together)).toEqual(expect.arrayContaining([name]));
  }
});

test.each<[string, Edit, Edit]>([
  // Until it is released, a limit that is new binds nobody, but what it says was mostly said in words before.
  ['the number of a new limit', newLimit(7), newLimit(8)],
  ['a number', [CREDENTIALS, USER_NAME_LENGTH, 'maxLength: 10'], [CREDENTIALS, USER_NAME_LENGTH, 'maxLength: 20']],
  ['the end of a long text', [CREDENTIALS, WHO, `${LONG}1`], [CREDENTIALS, WHO, `${LONG}2`]],
  [
    'the end of a long value',
    [AUTHENTICATE, SECURITY, `    x-new: ${LONG}1\n${SECURITY}`],
    [AUTHENTICATE, SECURITY, `    x-new: ${LONG}2\n${SECURITY}`],
  ],
])('what is changed otherwise has another name: %s', async (_, one, other) => {
  const [first, second] = [await namesOf([one]), await namesOf([other])];
  expect(first).toHaveLength(1);
  expect(first).not.toEqual(second);
});
