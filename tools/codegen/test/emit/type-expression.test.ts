import { expect, test } from 'vitest';
import { schemasImports, typeExpression } from '../../src/emit/type-expression.ts';
import type { Schema } from '../../src/read/documents.ts';

test.for<{ given: Schema; want: string }>([
  { given: { $ref: '#/components/schemas/Articolo' }, want: "Customer['Articolo']" },
  { given: { type: 'integer' }, want: 'number' },
  { given: { type: ['string', 'null'] }, want: 'string | null' },
  { given: { type: 'string', enum: ['a', 'b'] }, want: "'a' | 'b'" },
  { given: { type: 'array', items: { $ref: '#/components/schemas/Articolo' } }, want: "ReadonlyArray<Customer['Articolo']>" },
  {
    given: { type: 'object', required: ['a'], properties: { a: { type: 'boolean' }, 'b-c': {} } },
    want: "{ readonly a: boolean; readonly 'b-c'?: unknown }",
  },
  { given: { allOf: [{ $ref: '#/components/schemas/A' }, { $ref: '#/components/schemas/B' }] }, want: "Customer['A'] & Customer['B']" },
  { given: { oneOf: [{ type: 'string' }, { type: 'number' }] }, want: 'string | number' },
  { given: true, want: 'unknown' },
])('$given becomes $want', ({ given, want }) => {
  expect(typeExpression(given, 'customer')).toBe(want);
});

test('only the documents that a text uses are imported', () => {
  expect(schemasImports("Customer['A']", 'ts')).toContain('./customer.ts');
  expect(schemasImports("Customer['A']", 'ts')).not.toContain('admin');
  expect(schemasImports('number', 'ts')).toBe('');
});
