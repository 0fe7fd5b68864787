import type { OpenAPI3 } from 'openapi-typescript';
import type { Deprecation } from '../model/contract.ts';
import { deprecationText } from './doc-comment.ts';

/**
 * The one place that knows openapi-typescript. It is loaded here and not at the top, because it brings a whole TypeScript compiler,
 * which takes longer to load than everything else together, and packages without types do not need it.
 */
export async function typescriptTypes(document: object): Promise<string> {
  const { default: transform, astToString } = await import('openapi-typescript');
  // It modifies its input, which is a copy.
  const nodes = await transform(explainDeprecations(document) as OpenAPI3, {
    silent: true,
    alphabetize: true,
    defaultNonNullable: false,
    emptyObjectsUnknown: true,
  });
  return indentByTwo(astToString(nodes));
}

function indentByTwo(source: string): string {
  return source.replace(/^(?: {4})+/gm, (indent) => ' '.repeat(indent.length / 2));
}

/** A copy in which descriptions of deprecated things say until when, since the library writes `@deprecated` without a text. */
function explainDeprecations(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(explainDeprecations);
  if (typeof node !== 'object' || node === null) return node;
  const copy = Object.fromEntries(Object.entries(node).map(([name, value]) => [name, explainDeprecations(value)]));
  const { description, 'x-deprecation': deprecation } = copy as { description?: string; 'x-deprecation'?: Deprecation };
  if (deprecation === undefined) return copy;
  return { ...copy, description: [description, deprecationText(deprecation)].filter((text) => text !== undefined).join(' ') };
}
