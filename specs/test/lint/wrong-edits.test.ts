import { readFileSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { checkContract } from '../../lint/check-contract.ts';
import { editFile, unchangedCopy } from '../specs-copy.ts';

/** One mistake in a file of the contract, and a text of the line where it has to be found: of the same file, or of another. */
interface Mistake {
  readonly given: string;
  readonly file: string;
  readonly from: string | RegExp;
  readonly to: string;
  readonly want: string | readonly [file: string, text: string];
}

const ANAGRAFICA = 'openapi/paths/anagrafica.yaml';
const ARTICOLO = 'openapi/paths/articolo.yaml';
const INPUT = 'schemas/ArticoloInput.yaml';
const EMIT = 'asyncapi/messages/Documento.Emit.yaml';
const CREATED = 'examples/createAnagrafica/created.json';

const IN_FORM: readonly Mistake[] = [
  { given: 'YAML that is none', file: INPUT, from: 'type: object', to: 'type: [object', want: 'required:' },
  { given: 'a tab', file: INPUT, from: '  codice:\n', to: '\tcodice:\n', want: '\tcodice:' },
  { given: 'a member that stands twice', file: INPUT, from: 'type: object\n', to: 'type: object\ntype: object\n', want: 'type: object' },
  {
    given: 'a register that is not well-formed',
    file: 'problems.yaml',
    from: 'code: in-use, status',
    to: 'code: in-use status',
    want: 'in-use',
  },
  {
    given: 'a row with an unknown member',
    file: 'problems.yaml',
    from: 'in-use, status: 422, retryable',
    to: 'in-use, status: 422, retriable',
    want: 'in-use',
  },
  {
    given: 'a list where a row has a text',
    file: 'rules/idem.yaml',
    from: /statement: '.*'/,
    to: 'statement: [a]',
    want: 'statement: [a]',
  },
  { given: 'a level that there is not', file: 'rules/idem.yaml', from: 'level: stated', to: 'level: statd', want: 'level: statd' },
  { given: 'a row without what it needs', file: 'rules/idem.yaml', from: "  clause: 'Idempotency: Optional'\n", to: '', want: 'IDEM-01' },
  { given: 'a unit that there is not', file: 'limits.yaml', from: 'unit: times', to: 'unit: tims', want: 'unit: tims' },
  { given: 'a pattern of the limits that is none', file: 'limits.yaml', from: "'^[0-9]{5}$'", to: "'^[0-9{5}$'", want: '[0-9{5}' },
  { given: 'an example that is not well-formed', file: CREATED, from: '"status": 201', to: '"status" 201', want: '"status" 201' },
  { given: 'an example without a status', file: CREATED, from: '"status": 201', to: '"code": 201', want: '{' },
];

const IN_DOCUMENTS: readonly Mistake[] = [
  { given: 'a reference that leads nowhere', file: ANAGRAFICA, from: '#/KeyInProgress', to: '#/KeyInProgres', want: '#/KeyInProgres' },
  { given: 'a limit that there is not', file: INPUT, from: 'descrizioneLengthMax', to: 'descrizionLengthMax', want: 'descrizionLengthMax' },
  {
    given: 'an operationId that another has',
    file: ANAGRAFICA,
    from: 'operationId: updateA',
    to: 'operationId: createA',
    want: 'createAnagrafica',
  },
  { given: 'no operationId', file: ANAGRAFICA, from: '    operationId: createAnagrafica\n', to: '', want: 'post:' },
  { given: 'an operation without an example', file: ANAGRAFICA, from: '#/request/body', to: '#/request/boddy', want: '#/request/boddy' },
  { given: 'a decision that nobody wrote down', file: INPUT, from: 'x-chosen: D-15', to: 'x-chosen: D-99', want: 'D-99' },
  { given: 'a clause that the source has not', file: 'schemas/Id.yaml', from: 'x-chosen: D-18', to: "x-clause: 'Dreams'", want: 'Dreams' },
  { given: 'x-does of an unknown kind', file: ARTICOLO, from: 'x-does: { create', to: 'x-does: { creat', want: 'x-does: { creat:' },
  {
    given: 'a problem that is not registered',
    file: 'openapi/components/responses.yaml',
    from: '[malformed-json, schema-violation, idem',
    to: '[malformed-jsn, schema-violation, idem',
    want: 'InvalidBody:',
  },
  { given: 'a member without a description', file: INPUT, from: '    description: What the item is.\n', to: '', want: 'descrizione:' },
  {
    given: 'a demanded member that there is not',
    file: INPUT,
    from: 'required: [descrizione]',
    to: 'required: [descrizion]',
    want: 'descrizion]',
  },
  { given: 'a type that there is not', file: INPUT, from: 'type: string', to: 'type: strin', want: 'type: strin' },
  { given: 'a keyword of one dialect', file: INPUT, from: 'maxLength: 35', to: 'nullable: true', want: 'nullable' },
  { given: 'a pattern that is none', file: 'schemas/WebhookUrl.yaml', from: '[^/?#@]+', to: '[^/?#@', want: 'pattern' },
  { given: 'a PUT without x-concurrency', file: ARTICOLO, from: '    x-concurrency: true\n', to: '', want: 'put:' },
  {
    given: 'no 401',
    file: ARTICOLO,
    from: "      '401':\n        $ref: ../components/responses.yaml#/Unauthorized\n",
    to: '',
    want: 'get:',
  },
  {
    given: 'a parameter of the path that is not declared',
    file: ARTICOLO,
    from: '    - $ref: ../components/parameters.yaml#/articoloId\n',
    to: '',
    want: 'get:',
  },
  { given: 'a decision under another name', file: INPUT, from: 'x-chosen:', to: 'x-chosn:', want: 'x-chosn' },
  { given: 'x-idempotency under another name', file: ARTICOLO, from: 'x-idempotency', to: 'x-idempotensy', want: 'x-idempotensy' },
  {
    given: 'x-idempotency that is false',
    file: ARTICOLO,
    from: 'x-idempotency: true',
    to: 'x-idempotency: false',
    want: 'x-idempotency: false',
  },
  { given: 'a mark where it means nothing', file: INPUT, from: 'x-label: codice', to: 'x-fires: articolo.Create', want: 'x-fires' },
  { given: 'a key without x-idempotency', file: ARTICOLO, from: '    x-idempotency: true\n', to: '', want: '#/idempotencyKey' },
  {
    given: 'x-idempotency without a key',
    file: ARTICOLO,
    from: '    parameters:\n      - $ref: ../components/parameters.yaml#/idempotencyKey\n',
    to: '',
    want: 'x-idempotency',
  },
  {
    given: 'x-concurrency and no token that is demanded',
    file: 'schemas/ArticoloUpdate.yaml',
    from: 'required: [concurrencyToken]',
    to: 'required: []',
    want: [ARTICOLO, 'x-concurrency'],
  },
  {
    given: 'a write that anybody may do',
    file: ARTICOLO,
    from: 'x-does: { delete: articolo }\n',
    to: 'x-does: { delete: articolo }\n    security: []\n',
    want: 'security: []',
  },
  {
    given: 'a creation that anybody may do',
    file: ANAGRAFICA,
    from: 'operationId: createAnagrafica\n',
    to: 'operationId: createAnagrafica\n    security: []\n',
    want: 'security: []',
  },
  {
    given: 'a write without the license key',
    file: ARTICOLO,
    from: 'operationId: updateArticolo\n',
    to: 'operationId: updateArticolo\n    security: [{ bearer: [], apiKey: [] }]\n',
    want: 'security: [{',
  },
  {
    given: 'a login without the API key',
    file: 'openapi/paths/authenticate.yaml',
    from: '    security:\n      - apiKey: []\n',
    to: '    security: []\n',
    want: 'security: []',
  },
  { given: 'a message without a payload', file: EMIT, from: /payload:\n(?: {2}.*\n)+/, to: '', want: 'name: Documento.Emit' },
  {
    given: 'a message without the signature of deliveries',
    file: EMIT,
    from: 'traits:\n  - $ref: delivery.yaml\n',
    to: '',
    want: 'name: Documento.Emit',
  },
  { given: 'an example of an event with the name of no file', file: EMIT, from: '- name: issued', to: '- name: isued', want: 'isued' },
  { given: 'a decision in a published text', file: INPUT, from: 'What the item is.', to: 'What the item is (D-15).', want: 'D-15' },
  {
    given: 'a mark in a published text',
    file: EMIT,
    from: 'summary: A document is issued.',
    to: 'summary: A document is issued, as x-fires says.',
    want: 'as x-fires says',
  },
  {
    given: 'a limit that a text repeats',
    file: 'openapi/components/parameters.yaml',
    from: '{limit:idempotencyRetention}',
    to: '24 hours',
    want: '24 hours',
  },
  {
    given: 'a text with a limit that there is not',
    file: 'asyncapi/events.yaml',
    from: '{limit:retriesMax}',
    to: '{limit:retryMax}',
    want: 'description: |-',
  },
  {
    given: 'a mark without one of its members',
    file: 'asyncapi/messages/delivery.yaml',
    from: 'secret: whsec',
    to: 'secrets: whsec',
    want: 'x-example-signature',
  },
];

const IN_ALL_TOGETHER: readonly Mistake[] = [
  {
    given: 'an event type that no message is',
    file: ARTICOLO,
    from: 'x-fires: articolo.Create',
    to: 'x-fires: articolo.Creat',
    want: 'articolo.Creat',
  },
  {
    given: 'the event of something else',
    file: ARTICOLO,
    from: 'x-fires: articolo.Create',
    to: 'x-fires: articolo.Update',
    want: 'x-fires: articolo.Update',
  },
  { given: 'a write that fires nothing', file: ANAGRAFICA, from: '    x-fires: Anagrafica.Update\n', to: '', want: 'x-does: { update' },
  { given: 'an example that does not fit', file: CREATED, from: '"nome": "Bianchi S.p.A."', to: '"nome": ""', want: '"nome": ""' },
  { given: 'an example of a header that is not declared', file: CREATED, from: '"Location"', to: '"Locaton"', want: 'Locaton' },
  {
    given: 'an event that does not fit',
    file: 'examples/Documento.Emit/issued.json',
    from: '"Type": "Documento.Emit"',
    to: '"Type": "Documento.Update"',
    want: '"Type"',
  },
  {
    given: 'a problem of another status',
    file: 'examples/problem/in-use.json',
    from: '"status": 422',
    to: '"status": 409',
    want: '"status"',
  },
  { given: 'x-states of a rule that there is not', file: 'schemas/EventType.yaml', from: '[EVT-02]', to: '[EVT-99]', want: 'x-states' },
  {
    given: 'a rule that nothing states',
    file: 'schemas/EventType.yaml',
    from: 'x-states: [EVT-02]\n',
    to: '',
    want: ['rules/evt.yaml', 'EVT-02'],
  },
  {
    given: 'a rule that binds an unknown operation',
    file: 'rules/auth.yaml',
    from: 'operation: authenticate',
    to: 'operation: autenticate',
    want: 'autenticate',
  },
  {
    given: 'a limit beyond what its clause states',
    file: 'limits.yaml',
    from: /value: 24\n/,
    to: 'value: 12\n',
    want: 'idempotencyRetention:',
  },
  {
    given: 'more retries than their clause states',
    file: 'limits.yaml',
    from: 'value: 5\n  unit: times',
    to: 'value: 6\n  unit: times',
    want: 'retriesMax:',
  },
  { given: 'another number of waits than of retries', file: 'limits.yaml', from: '7200, 18000]', to: '7200]', want: 'retryDelays:' },
  {
    given: 'a limit that nothing uses',
    file: 'limits.yaml',
    from: '# Signature\n',
    to: 'doorsMax:\n  description: How many doors there are.\n  value: 3\n  unit: number\n  better: higher\n  decision: D-09\n\n# Signature\n',
    want: 'doorsMax:',
  },
  {
    given: 'a rule that repeats another number than the limit',
    file: 'rules/idem.yaml',
    from: 'a key is kept for 24 hours',
    to: 'a key is kept for 12 hours',
    want: 'IDEM-11',
  },
];

const IN_PUBLISHED: readonly Mistake[] = [
  { given: 'a tag that is not declared', file: ARTICOLO, from: 'tags: [articolo]', to: 'tags: [articol]', want: 'tags: [articol]' },
  {
    given: 'an example of a parameter that does not fit',
    file: 'openapi/components/parameters.yaml',
    from: 'example: web-shop',
    to: 'example: 7',
    want: 'example: 7',
  },
];

describe.each([
  ['the form of a file', IN_FORM],
  ['one document', IN_DOCUMENTS],
  ['what documents, registers and examples say of each other', IN_ALL_TOGETHER],
  ['what is published', IN_PUBLISHED],
])('a mistake in %s', (_, mistakes) => {
  test.each(mistakes)('is refused where it stands: $given', async ({ file, from, to, want }) => {
    const folder = await unchangedCopy();
    await editFile(join(folder, file), from, to);
    const [place, text] = typeof want === 'string' ? [file, want] : want;
    const places = (await checkContract(folder)).map(({ where }) => where);
    expect(
      places.filter((line) => linesWith(folder, place, text).includes(line)),
      places.join(),
    ).not.toEqual([]);
    for (const one of places) expect(one).toMatch(/^[\w./-]+:[1-9]\d*$/);
  });
});

test('an example that is gone is refused where it is referred to', async () => {
  const folder = await unchangedCopy();
  await rm(join(folder, CREATED));
  const places = (await checkContract(folder)).map(({ where }) => where);
  expect(linesWith(folder, ANAGRAFICA, 'createAnagrafica/created.json').filter((line) => places.includes(line))).not.toEqual([]);
});

test('an example that nothing refers to is refused', async () => {
  const folder = await unchangedCopy();
  await writeFile(join(folder, 'examples/createAnagrafica/lost.json'), readFileSync(join(folder, CREATED)));
  expect((await checkContract(folder)).map(({ where }) => where)).toEqual(['examples/createAnagrafica/lost.json:1']);
});

/** The lines of a file that hold a text. */
function linesWith(folder: string, file: string, text: string): readonly string[] {
  const lines = readFileSync(join(folder, file), 'utf8').split('\n');
  return lines.flatMap((line, index) => (line.includes(text) ? [`${file}:${index + 1}`] : []));
}
