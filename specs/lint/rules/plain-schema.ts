import type { UserContext } from '@redocly/openapi-core';
import { isPattern } from '../register-rows.ts';
import { isNode, type Node, report, type Visit, visit } from '../visitor.ts';

/** Keywords that draft-07 (AsyncAPI) and 2020-12 (OpenAPI 3.1) understand alike. */
const ALIKE: ReadonlySet<string> = new Set(
  [
    ['title', 'description', 'default', 'readOnly', 'writeOnly', 'deprecated', 'type', 'enum', 'const', 'format'],
    ['minLength', 'maxLength', 'pattern', 'minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
    ['items', 'minItems', 'maxItems', 'uniqueItems', 'contains'],
    ['properties', 'required', 'additionalProperties', 'patternProperties', 'propertyNames', 'minProperties', 'maxProperties'],
    ['allOf', 'anyOf', 'oneOf', 'not', 'if', 'then', 'else'],
  ].flat(),
);

/** What may stand beside a reference to a schema, since it says nothing of values; the bundle of the events has it around the reference. */
const REMARKS: ReadonlySet<string> = new Set(['description', 'deprecated']);

/** A schema uses only what both dialects understand alike, so that one file serves both documents. */
export function plainSchema(): { Schema: Visit; ref: Visit } {
  return {
    Schema: visit((node, context) => {
      for (const keyword of Object.keys(node)) checkKeyword(keyword, node, context);
    }),
    ref: visit((node, context) => {
      const isRemark = (name: string): boolean => context.type.name === 'Schema' && (REMARKS.has(name) || name.startsWith('x-'));
      const keyword = Object.keys(node).find((name) => name !== '$ref' && !isRemark(name));
      if (keyword === undefined) return;
      report(context, `Many tools ignore ${keyword} beside $ref. Put both into an allOf, or move it into what is referred to.`);
    }),
  };
}

function checkKeyword(keyword: string, node: Node, context: UserContext): void {
  if (keyword.startsWith('x-')) return;
  if (!ALIKE.has(keyword)) {
    report(context, `Only one of the two dialects understands ${keyword}. Say it with keywords that draft-07 and 2020-12 share.`, keyword);
  }
  const value = node[keyword];
  if (keyword === 'pattern' && typeof value === 'string' && !isPattern(value))
    report(context, 'The pattern is no regular expression. Correct it.', keyword);
  if (keyword === 'items' && !isNode(value))
    report(context, 'items as a list means another thing in each dialect. Give it one schema.', keyword);
  if (keyword.startsWith('exclusive') && typeof value !== 'number')
    report(context, `${keyword} is a number in both dialects. Write one.`, keyword);
}
