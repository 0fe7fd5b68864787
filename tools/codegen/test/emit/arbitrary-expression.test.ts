import { expect, test } from 'vitest';
import { arbitraryExpression, type Components } from '../../src/emit/arbitrary-expression.ts';
import type { Schema } from '../../src/read/documents.ts';

const COMPONENTS: Components = { nameOf: ($ref) => `any${$ref.split('/').at(-1)}`, schemaOf: () => ({ type: 'string', maxLength: 5 }) };

test.for<{ given: Schema; want: string }>([
  { given: { $ref: '#/components/schemas/Id' }, want: 'anyId' },
  { given: true, want: 'fc.jsonValue()' },
  { given: { type: ['boolean', 'null'] }, want: 'fc.oneof(fc.boolean(), fc.constant(null))' },
  { given: { enum: ['a', null] }, want: "fc.constantFrom('a', null)" },
  {
    given: { enum: ['a'.repeat(60), 'b'.repeat(60)] },
    want: `fc.constantFrom(\n  '${'a'.repeat(60)}',\n  '${'b'.repeat(60)}',\n)`,
  },
  { given: { const: 3 }, want: 'fc.constant(3)' },
  { given: { type: 'integer', minimum: 1, exclusiveMaximum: 9 }, want: 'fc.integer({ min: 1, max: 8 })' },
  { given: { type: 'integer', minimum: 1, maximum: 9, multipleOf: 4 }, want: 'fc.integer({ min: 1, max: 2 }).map((value) => value * 4)' },
  {
    given: { type: 'number', minimum: 0, maximum: 1, multipleOf: 0.01 },
    want: 'fc.integer({ min: 0, max: 100 }).map((value) => value / 100)',
  },
  { given: { type: 'string', pattern: '^[a-z]{2}$' }, want: 'fc.stringMatching(/^[a-z]{2}$/u)' },
  {
    given: { type: 'string', pattern: '^[^/]+$', maxLength: 4 },
    want: 'text({ minLength: 1, maxLength: 4 }).filter((value) => /^[^/]+$/u.test(value))',
  },
  { given: { type: 'string', format: 'email', maxLength: 40 }, want: 'fc.emailAddress().filter((value) => [...value].length <= 40)' },
  { given: { type: 'array', items: { type: 'boolean' }, minItems: 1 }, want: 'fc.array(fc.boolean(), { minLength: 1 })' },
  { given: { allOf: [{ $ref: '#/components/schemas/Name' }, { minLength: 2 }] }, want: 'text({ minLength: 2, maxLength: 5 })' },
  { given: { type: 'object', additionalProperties: false }, want: 'fc.constant({})' },
])('$given becomes $want', ({ given, want }) => {
  expect(arbitraryExpression(given, COMPONENTS)).toBe(want);
});

test.for<Schema>([false, { type: 'string', format: 'telephone' }, { type: 'colour' }, { allOf: [{ pattern: 'a' }, { pattern: 'b' }] }])(
  '%j is refused: no value can be made for it',
  (schema) => {
    expect(() => arbitraryExpression(schema, COMPONENTS)).toThrow(expect.objectContaining({ code: 'unsupported-schema' }));
  },
);
