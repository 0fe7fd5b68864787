import { expect, test } from 'vitest';
import { mergeSchemas } from '../../src/model/merge-schemas.ts';
import type { SchemaObject } from '../../src/read/documents.ts';

test.for<{ given: SchemaObject[]; want: SchemaObject }>([
  { given: [{ required: ['a'] }, { required: ['b', 'a'] }], want: { required: ['a', 'b'] } },
  {
    given: [
      { minimum: 1, maximum: 9 },
      { minimum: 3, maximum: 20 },
    ],
    want: { minimum: 3, maximum: 9 },
  },
  { given: [{ type: ['string', 'null'] }, { type: 'string' }], want: { type: ['string'] } },
  { given: [{ enum: ['a', 'b'] }, { enum: ['b', 'c'] }], want: { enum: ['b'] } },
  { given: [{ properties: { a: true } }, { properties: { a: { type: 'string' } } }], want: { properties: { a: { type: 'string' } } } },
  {
    given: [{ properties: { a: { type: 'string' } } }, { properties: { a: { const: 'x' } } }],
    want: { properties: { a: { allOf: [{ type: 'string' }, { const: 'x' }] } } },
  },
  { given: [{ description: 'one' }, { description: 'two' }], want: { description: 'two' } },
])('$given together say $want', ({ given, want }) => {
  expect(mergeSchemas(given)).toEqual(want);
});

test('two patterns cannot be put into one', () => {
  expect(() => mergeSchemas([{ pattern: 'a' }, { pattern: 'b' }])).toThrow(expect.objectContaining({ code: 'unsupported-schema' }));
});
