import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { call } from '../call.ts';
import { copyFixture } from '../fixture-copy.ts';

interface Case {
  readonly given: string;
  readonly file: string;
  readonly from: string;
  readonly to: string;
  /** The file and line that the sentence must name. */
  readonly want: string;
}

const ARTICOLO = 'openapi/paths/articolo.yaml';

const CASES: readonly Case[] = [
  {
    given: 'an unknown $ref',
    file: ARTICOLO,
    from: 'ArticoloInput.yaml',
    to: 'Nothing.yaml',
    want: 'fixture/openapi/paths/articolo.yaml:41',
  },
  {
    given: 'a $ref to nothing in a file',
    file: ARTICOLO,
    from: '#/responses/Unauthorized',
    to: '#/responses/X',
    want: 'fixture/openapi/paths/articolo.yaml:28',
  },
  {
    given: 'a duplicate operationId',
    file: ARTICOLO,
    from: 'createArticolo',
    to: 'listArticolo',
    want: 'fixture/openapi/paths/articolo.yaml:30',
  },
  {
    given: 'no operationId',
    file: ARTICOLO,
    from: 'operationId: listArticolo',
    to: 'deprecated: false',
    want: 'fixture/openapi/paths/articolo.yaml:6',
  },
  {
    given: 'a problem that does not exist',
    file: 'openapi/components.yaml',
    from: '[not-found]',
    to: '[lost]',
    want: 'fixture/openapi/components.yaml:17',
  },
  {
    given: 'a rule for an operation that does not exist',
    file: 'rules/comp.yaml',
    from: 'deleteArticolo]',
    to: 'loseArticolo]',
    want: 'fixture/rules/comp.yaml:1',
  },
  {
    given: 'a selector that matches nothing',
    file: 'rules/idem.yaml',
    from: '{ idempotency: true }',
    to: '{ idempotency: true, method: GET }',
    want: 'fixture/rules/idem.yaml:1',
  },
  {
    given: 'a rule that binds nothing',
    file: 'rules/evt.yaml',
    from: '  binds: [{ event: true }, { operation: createArticolo }]\n',
    to: '',
    want: 'fixture/rules/evt.yaml:1',
  },
  {
    given: 'a rule that stands in two families',
    file: 'rules/comp.yaml',
    from: 'id: COMP-04',
    to: 'id: AUTH-01',
    want: 'fixture/rules/comp.yaml:1',
  },
  {
    given: 'a level that is none',
    file: 'rules/evt.yaml',
    from: 'level: chosen',
    to: 'level: perhaps',
    want: 'fixture/rules/evt.yaml:1',
  },
  { given: 'a status that is no error', file: 'problems.yaml', from: 'status: 404', to: 'status: 204', want: 'fixture/problems.yaml:2' },
  { given: 'a limit without a unit', file: 'limits.yaml', from: 'unit: times, ', to: '', want: 'fixture/limits.yaml:1' },
  { given: 'a limit of no origin', file: 'limits.yaml', from: ', decision: D-15 }', to: ' }', want: 'fixture/limits.yaml:6' },
  { given: 'a limit whose value is none', file: 'limits.yaml', from: 'value: 64', to: 'value: much', want: 'fixture/limits.yaml:3' },
  { given: 'a pattern that is none', file: 'limits.yaml', from: '[A-Z0-9/]', to: '[A-Z', want: 'fixture/limits.yaml:6' },
  { given: 'a limit of a name that no constant has', file: 'limits.yaml', from: 'jitter', to: 'the-jitter', want: 'fixture/limits.yaml:4' },
  {
    given: 'a limit that does not exist',
    file: 'schemas/ArticoloInput.yaml',
    from: 'codiceLengthMax',
    to: 'codiceMax',
    want: 'fixture/schemas/ArticoloInput.yaml:5',
  },
  {
    given: 'an operation that anybody may call',
    file: 'openapi/paths/articolo.yaml',
    from: 'operationId: createArticolo',
    to: 'operationId: createArticolo\n    security: []',
    want: 'fixture/openapi/paths/articolo.yaml:31',
  },
  {
    given: 'an operation that asks for a token or for none',
    file: 'openapi/customer.yaml',
    from: '  - bearer: []\n    apiKey: []',
    to: '  - {}\n  - bearer: []\n    apiKey: []',
    want: 'fixture/openapi/paths/articolo.yaml:7',
  },
  {
    given: 'YAML that is not well-formed, in an API',
    file: 'openapi/admin.yaml',
    from: 'paths:',
    to: 'paths: [',
    want: 'fixture/openapi/admin.yaml:9',
  },
  {
    given: 'YAML that is not well-formed, in a schema',
    file: 'schemas/Problem.yaml',
    from: 'type: object',
    to: 'type: [object',
    want: 'fixture/schemas/Problem.yaml:2',
  },
  {
    given: 'YAML that is not well-formed, in the rules',
    file: 'rules/auth.yaml',
    from: '{ operation: authenticate }',
    to: '{ operation: authenticate',
    want: 'fixture/rules/auth.yaml:7',
  },
  {
    given: 'a member that OpenAPI has not',
    file: 'openapi/admin.yaml',
    from: 'summary: Exch',
    to: 'sumary: Exch',
    want: 'fixture/openapi/admin.yaml:14',
  },
];

test.for(CASES)('$given stops with file and line, and nothing is written', async ({ file, from, to, want }) => {
  await using copy = await copyFixture();
  await copy.edit(file, from, to);
  const { code, errors } = await generate(copy.specs, copy.out);
  expect(errors[0]).toMatch(/^\S+:\d+: [^\n]+\.$/);
  expect(errors[0]?.split(': ')[0]).toBe(want);
  expect({ code, lines: errors.length, written: existsSync(copy.out) }).toEqual({ code: 2, lines: 1, written: false });
});

const SOURCES = ['openapi/admin.yaml', 'asyncapi/events.yaml', 'rules', 'problems.yaml', 'limits.yaml'];

test.for(SOURCES)('a missing %s stops with its name', async (file) => {
  await using copy = await copyFixture();
  await rm(join(copy.specs, file), { recursive: true });
  const { code, errors } = await generate(copy.specs, copy.out);
  expect(errors[0]).toMatch(`fixture/${file}:1: `);
  expect({ code, lines: errors.length, written: existsSync(copy.out) }).toEqual({ code: 2, lines: 1, written: false });
});

test('an operationId that stands in both APIs stops', async () => {
  await using copy = await copyFixture();
  await copy.edit('openapi/admin.yaml', 'operationId: authenticate', 'operationId: listArticolo');
  await copy.edit('rules/auth.yaml', 'operation: authenticate', 'operation: listArticolo');
  const { code, errors } = await generate(copy.specs, copy.out);
  expect(errors[0]).toMatch('listArticolo');
  expect({ code, written: existsSync(copy.out) }).toEqual({ code: 2, written: false });
});

test('a second version of the API beside the first stops', async () => {
  await using copy = await copyFixture();
  await copy.edit('openapi/admin.yaml', 'enum: [v3]', 'enum: [v3, v4]');
  const { code, errors } = await generate(copy.specs, copy.out);
  expect(errors[0]).toMatch('v3 and v4');
  expect({ code, lines: errors.length, written: existsSync(copy.out) }).toEqual({ code: 2, lines: 1, written: false });
});

test('a schema that no validator can express stops', async () => {
  await using copy = await copyFixture();
  await copy.edit('schemas/Problem.yaml', 'format: uri-reference', 'format: telephone');
  await copy.edit('schemas/ArticoloInput.yaml', 'format: email', 'format: telephone');
  const { code, written } = { ...(await generate(copy.specs, copy.out)), written: existsSync(copy.out) };
  expect({ code, written }).toEqual({ code: 2, written: false });
});

test.for([
  ['a member of it', 'schemas/ArticoloInput.yaml', 'imballo:\n', 'padre: { $ref: ArticoloInput.yaml }\n  imballo:\n'],
  ['a list', 'schemas/ArticoloInput.yaml', 'imballo:\n', 'figli: { type: array, items: { $ref: ArticoloInput.yaml } }\n  imballo:\n'],
  ['allOf', 'schemas/Articolo.yaml', '$ref: ArticoloInput.yaml', '$ref: Articolo.yaml'],
  ['another schema', 'schemas/ArticoloInput.yaml', 'imballo:\n', 'padre: { $ref: ArticoloUpdate.yaml }\n  imballo:\n'],
] as const)('a schema that holds itself by way of %s stops with its name', async ([, file, from, to]) => {
  await using copy = await copyFixture();
  await copy.edit(file, from, to);
  const { code, errors } = await generate(copy.specs, copy.out);
  expect(errors[0]).toMatch(/\bArticolo(Input|Update)?\b/);
  expect({ code, lines: errors.length, written: existsSync(copy.out) }).toEqual({ code: 2, lines: 1, written: false });
});

test('the payload of an event that holds itself stops with its name', async () => {
  await using copy = await copyFixture();
  await copy.edit('schemas/Evento.yaml', 'Object: { type: object }', 'Object: { $ref: Evento.yaml }');
  const { code, errors } = await generate(copy.specs, copy.out);
  expect(errors[0]).toMatch(/\bEvento\b/);
  expect({ code, written: existsSync(copy.out) }).toEqual({ code: 2, written: false });
});

async function generate(specs: string, out: string): Promise<{ code: number; errors: readonly string[] }> {
  const { code, err } = await call('generate', 'server', '--specs', specs, '--out', out);
  return { code, errors: err };
}
