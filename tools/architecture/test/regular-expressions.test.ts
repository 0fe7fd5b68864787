import { globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { whyNotLinear } from '../src/linear.ts';
import { expressionsOfCode, expressionsOfContract } from '../src/regular-expressions.ts';

const repository = join(import.meta.dirname, '../../..');
const code = [
  '{packages/*,tools/{codegen,command-line,runtime}}/src/**/*.{ts,js}',
  'conformance/src/**/*.ts',
  'specs/{binding,build,lint}/**/*.ts',
];
const contract = ['specs/{asyncapi,openapi,schemas}/**/*.yaml', 'specs/limits.yaml'];

const folder = mkdtempSync(join(tmpdir(), 'business-cloud-expressions-'));
afterAll(() => rmSync(folder, { recursive: true }));

function written(name: string, text: string): string {
  const file = join(folder, name);
  writeFileSync(file, text);
  return file;
}

function filesOf(patterns: readonly string[]): readonly string[] {
  return globSync(patterns, { cwd: repository }).toSorted();
}

/** Expressions that are not proven, by how they begin, each with why nobody can slow it down. */
const exceptions: Readonly<Record<string, string>> = {
  '^(?:[a-z][a-z0-9+\\-.]*:)':
    "ajv-formats' URI and its reference, too large to prove: no repeated part goes on with what the next begins with",
  '\\b(\\d+|two|three': 'reads the texts of the contract, which are ours, and each run of digits once',
};

/** Files that make expressions at run time, each with why nobody can slow them down. */
const makers: Readonly<Record<string, string>> = {
  'conformance/src/checks/comp/comp-07.ts': 'values are made of it, and none are matched',
  'conformance/src/engine/property.ts': 'back-references to one character, over values that the suite made itself',
  'conformance/src/engine/select-rules.ts': 'the pattern of who starts the suite, matched with the ids of rules',
  'conformance/src/model/json.ts': 'a constant: each bracket is looked at as often as its count says, at most',
  'conformance/src/report/scripts/curl-command.ts': 'constants alone',
  'conformance/src/report/scripts/failure-script.ts': 'names of functions of its own',
  'conformance/src/scenarios/operations/holds-text.ts': 'a fixed text without repetition',
  'conformance/src/scripted-service/route.ts': "the contract's paths: one [^/]+ between slashes",
  'packages/client/src/testing/routes.ts': "the contract's paths: one [^/]+ between slashes",
  'packages/server/src/paths.ts': "the contract's paths: one [^/]+ between slashes",
  'tools/codegen/src/emit/client-resources.ts': 'names of types of its own',
  'tools/codegen/src/emit/limits.ts': "the contract's patterns, which are judged above, and only written",
  'tools/codegen/src/emit/text-arbitrary.ts': "the contract's patterns, which are judged above, and only written",
  'tools/codegen/src/emit/typescript-types.ts': 'constants alone',
  'specs/lint/ledger.ts': 'an expression that is judged above, with another flag',
  'specs/lint/register-rows.ts': "the contract's patterns, which are judged above, and only compiled",
  'specs/lint/unused-limits.ts': 'names of constants of its own',
  'tools/codegen/src/read/limits.ts': "the contract's patterns, which are judged above, and only compiled",
};

test('every regular expression of what is published takes linear time', () => {
  const all = [
    ...filesOf(code).flatMap((name) => expressionsOfCode(join(repository, name), name).expressions),
    ...filesOf(contract).flatMap((name) => expressionsOfContract(join(repository, name), name)),
  ];
  expect(all.length).toBeGreaterThan(400);
  const slow = all.flatMap(({ at, source, flags }) => {
    const why = Object.keys(exceptions).some((beginning) => source.startsWith(beginning)) ? undefined : whyNotLinear(source, flags);
    return why === undefined ? [] : [`${at}: /${source}/${flags} ${why}`];
  });
  expect(slow).toEqual([]);
});

test('what is published makes no regular expression of a text that others give', () => {
  const made = filesOf(code).flatMap((name) => expressionsOfCode(join(repository, name), name).made);
  expect(made.filter((at) => !Object.hasOwn(makers, at.replace(/:\d+$/, '')))).toEqual([]);
  expect(Object.keys(makers).filter((file) => !made.some((at) => at.startsWith(`${file}:`)))).toEqual([]);
});

test.for([
  ['two neighbouring repetitions', '^a\\s*\\s*b$', ''],
  ['one behind an optional part', '^json\\s*(?:;\\s*utf-8)?\\s*$', 'i'],
  ['a repetition that is tried at each place', '\\s+$', ''],
  ['a run before a sign that may be missing', '<([^>]*)>', 'g'],
  ['a repetition of a repetition', '^(?:a+)+$', ''],
  ['alternatives that are alike', '^(?:a|a)*$', ''],
  ['large counts', '^a{0,1000}a{0,1000}b', ''],
  ['what a look-ahead looks at again and again', '\\{(\\w+)\\}(?!.*\\{)', ''],
  ['a back-reference', '^(a*)b\\1$', ''],
] as const)('%s is refused', ([, source, flags]) => {
  expect(whyNotLinear(source, flags)).toBeDefined();
});

test.for([
  ['^\\s+', ''],
  ['[a-z]+', 'g'],
  ['a+b', 'y'],
  ['^[A-Z]{2}[A-Z0-9]{1,28}_[A-Z0-9]{1,5}\\.xml$', 'u'],
  ['^[^\\x00-\\x1f]{1,255}$', 'u'],
  ['={1,2}$', ''],
] as const)('/%s/%s is linear', ([source, flags]) => {
  expect(whyNotLinear(source, flags)).toBeUndefined();
});

test('literals and what is handed to RegExp are found, each with its line', () => {
  const file = written('code.ts', "const one = /a+$/g;\nconst two = new RegExp('b+$', 'u');\nconst three = RegExp(one + two);\n// /d+$/\n");
  expect(expressionsOfCode(file, 'code.ts')).toEqual({
    expressions: [
      { at: 'code.ts:1', source: 'a+$', flags: 'g' },
      { at: 'code.ts:2', source: 'b+$', flags: 'u' },
    ],
    made: ['code.ts:3'],
  });
});

test('patterns of schemas and of limits are found, each with its line', () => {
  const file = written(
    'limits.yaml',
    "one:\n  value: 'a+$'\n  unit: pattern\ntwo:\n  type: string\n  pattern: 'b+$'\nthree: { value: c, unit: text }\n",
  );
  expect(expressionsOfContract(file, 'limits.yaml').map(({ at, source }) => [at, source])).toEqual([
    ['limits.yaml:2', 'a+$'],
    ['limits.yaml:6', 'b+$'],
  ]);
});
