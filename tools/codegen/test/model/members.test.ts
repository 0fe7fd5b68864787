import { expect, test } from 'vitest';
import { type Members, membersOf } from '../../src/model/members.ts';
import type { Schema } from '../../src/read/documents.ts';

const DOCUMENT = {
  components: {
    schemas: {
      Address: { type: 'object', properties: { street: { type: 'string' } } },
      Person: { allOf: [{ properties: { name: { type: 'string' } } }, { properties: { home: { $ref: '#/components/schemas/Address' } } }] },
    },
  },
};

test.for<{ given: Schema; want: Members }>([
  { given: { type: 'string' }, want: true },
  { given: { type: 'object' }, want: true },
  { given: { properties: { b: true, a: { type: 'integer' } } }, want: { a: true, b: true } },
  { given: { properties: { a: { type: ['object', 'null'], properties: { b: true } } } }, want: { a: { b: true } } },
  { given: { type: 'array', items: { properties: { a: true } } }, want: { a: true } },
  { given: { $ref: '#/components/schemas/Person' }, want: { home: { street: true }, name: true } },
  { given: { properties: { a: true }, allOf: [{ properties: { a: { properties: { b: true } } } }] }, want: { a: { b: true } } },
  { given: { oneOf: [{ type: 'null' }, { properties: { a: true } }, { properties: { b: true } }] }, want: { a: true, b: true } },
  { given: { if: { required: ['a'] }, else: { properties: { b: true } } }, want: { b: true } },
  { given: { properties: { a: true }, additionalProperties: false }, want: { a: true } },
  { given: { properties: { a: true }, additionalProperties: { type: 'string' } }, want: true },
  { given: { allOf: [{ properties: { a: true } }, { patternProperties: { '^x-': true } }] }, want: true },
])('$given declares $want', ({ given, want }) => {
  expect(membersOf([given], DOCUMENT)).toEqual(want);
});
