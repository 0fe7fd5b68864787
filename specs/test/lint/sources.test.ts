import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { checkContract } from '../../lint/check-contract.ts';
import { editFile, unchangedCopy } from '../specs-copy.ts';

/** A name or a reference that is put into a file of the contract, and a text of the line where it has to be found, alone. */
interface Mistake {
  readonly given: string;
  readonly file: string;
  readonly from: string | RegExp;
  readonly to: string;
  readonly want: string;
}

const ARTICOLO = 'openapi/paths/articolo.yaml';
const INPUT = 'schemas/ArticoloInput.yaml';
const member = (name: string): string => `properties:\n  ${name}:\n    type: string\n    description: A member.\n`;

const NAMES: readonly Mistake[] = [
  { given: 'a member constructor', file: INPUT, from: 'properties:\n', to: member('constructor'), want: 'constructor:' },
  { given: 'a member toString', file: INPUT, from: 'properties:\n', to: member('toString'), want: 'toString:' },
  { given: 'a member __proto__', file: INPUT, from: 'properties:\n', to: member('__proto__'), want: '__proto__:' },
  {
    given: 'a member hasOwnProperty of an event',
    file: 'schemas/Evento.yaml',
    from: 'properties:\n',
    to: member('hasOwnProperty'),
    want: 'hasOwnProperty:',
  },
  {
    given: 'a parameter valueOf',
    file: 'openapi/components/parameters.yaml',
    from: 'name: limit',
    to: 'name: valueOf',
    want: 'name: valueOf',
  },
  {
    given: 'a path parameter that is a word of JavaScript',
    file: 'openapi/components/parameters.yaml',
    from: 'name: companyId',
    to: 'name: class',
    want: 'name: class',
  },
  {
    given: 'an operation whose method is called by await',
    file: ARTICOLO,
    from: 'operationId: listArticolo',
    to: 'operationId: thenArticolo',
    want: 'thenArticolo',
  },
  {
    given: 'a resource that is called by await',
    file: ARTICOLO,
    from: 'operationId: listArticolo',
    to: 'operationId: listThen',
    want: 'listThen',
  },
  {
    given: 'a resource of x-does',
    file: ARTICOLO,
    from: 'x-does: { list: articolo }',
    to: 'x-does: { list: constructor }',
    want: 'list: constructor',
  },
  {
    given: 'the object of an event type',
    file: ARTICOLO,
    from: 'x-fires: articolo.Create',
    to: 'x-fires: Constructor.Create',
    want: 'Constructor.Create',
  },
  { given: 'a limit isPrototypeOf', file: 'limits.yaml', from: 'retryJitter:', to: 'isPrototypeOf:', want: 'isPrototypeOf:' },
  { given: 'a problem toString', file: 'problems.yaml', from: 'code: in-use', to: 'code: toString', want: 'code: toString' },
];

const held = (property: string): string => `properties:\n  inner:\n    ${property}\n`;

const CIRCLES: readonly Mistake[] = [
  {
    given: 'a schema that holds itself',
    file: INPUT,
    from: 'properties:\n',
    to: held('$ref: ArticoloInput.yaml'),
    want: '$ref: ArticoloInput.yaml',
  },
  {
    given: 'one that holds a list of itself',
    file: INPUT,
    from: 'properties:\n',
    to: held('type: array\n    items: { $ref: ArticoloInput.yaml }'),
    want: 'items: { $ref: ArticoloInput.yaml }',
  },
  {
    given: 'one that holds a part of itself which holds that part',
    file: INPUT,
    from: 'properties:\n',
    to: held("properties: { a: { $ref: '#/properties/inner' } }"),
    want: "'#/properties/inner'",
  },
  {
    given: 'one that is made of itself',
    file: 'schemas/DocumentoInput.yaml',
    from: '- $ref: DocumentoTestata.yaml',
    to: '- $ref: DocumentoInput.yaml',
    want: '- $ref: DocumentoInput.yaml',
  },
  {
    given: 'the payload of an event',
    file: 'schemas/Evento.yaml',
    from: 'properties:\n',
    to: held('$ref: Evento.yaml'),
    want: '$ref: Evento.yaml',
  },
];

const pattern = (text: string): string => `pattern: '${text}'`;

const PATTERNS: readonly Mistake[] = [
  { given: 'a look-ahead', file: 'schemas/Problem.yaml', from: /pattern: .*/, to: pattern('^(?=a)b'), want: '(?=a)' },
  { given: 'a named group', file: 'schemas/Problem.yaml', from: /pattern: .*/, to: pattern('^(?<a>b)$'), want: '(?<a>b)' },
  { given: 'digits of any script', file: 'schemas/Problem.yaml', from: /pattern: .*/, to: pattern('^\\d+$'), want: '\\d+' },
  { given: 'a property of Unicode', file: 'schemas/Problem.yaml', from: /pattern: .*/, to: pattern('^\\p{L}$'), want: '\\p{L}' },
  { given: 'a back-reference', file: 'schemas/Problem.yaml', from: /pattern: .*/, to: pattern('^(a)\\1$'), want: '(a)\\1' },
  { given: 'a point', file: 'schemas/Problem.yaml', from: /pattern: .*/, to: pattern('^a.b$'), want: 'a.b' },
  { given: 'a class of every character', file: 'schemas/Problem.yaml', from: /pattern: .*/, to: pattern('^a[^]$'), want: 'a[^]' },
  {
    given: 'half a surrogate pair in a limit',
    file: 'limits.yaml',
    from: /value: '.*x1f.*'/,
    to: "value: '^[^\\ud800-\\udfff]+$'",
    want: '\\ud800',
  },
  { given: 'a large count in a limit', file: 'limits.yaml', from: "'^[0-9]{5}$'", to: "'^[0-9]{5000}$'", want: '{5000}' },
];

describe.each([
  ['a name that JavaScript has already', NAMES],
  ['a circle', CIRCLES],
  ['a pattern that not every language reads', PATTERNS],
])('%s', (_, mistakes) => {
  test.each(mistakes)('is refused where it stands, and nowhere else: $given', async ({ file, from, to, want }) => {
    const folder = await unchangedCopy();
    await editFile(join(folder, file), from, to);
    const places = (await checkContract(folder)).map(({ where }) => where);
    const lines = readFileSync(join(folder, file), 'utf8').split('\n');
    expect(places.slice(0, 1)).toEqual([`${file}:${lines.findIndex((line) => line.includes(want)) + 1}`]);
    expect(places).toHaveLength(1);
  });
});

test('of two schemas that hold each other one reference is named', async () => {
  const folder = await unchangedCopy();
  await editFile(join(folder, INPUT), 'properties:\n', held('$ref: Holder.yaml'));
  await writeFile(join(folder, 'schemas/Holder.yaml'), `type: object\n${held('$ref: ArticoloInput.yaml')}`);
  expect((await checkContract(folder)).map(({ where }) => where)).toEqual([
    expect.stringMatching(/^schemas\/(Holder|ArticoloInput)\.yaml:\d+$/),
  ]);
});

test('a schema whose file is called like what every object has is refused', async () => {
  const folder = await unchangedCopy();
  await writeFile(join(folder, 'schemas/constructor.yaml'), 'type: object\n');
  expect((await checkContract(folder)).map(({ where }) => where)).toEqual(['schemas/constructor.yaml:1']);
});
