import type { OpenAPI3 } from 'openapi-typescript';

/**
 * The one place that knows openapi-typescript. It is loaded here and not at the top, because it brings a whole TypeScript compiler,
 * which takes longer than everything else together; packages without types do not wait for it.
 */
export async function typescriptTypes(document: object): Promise<string> {
  const { default: transform, astToString } = await import('openapi-typescript');
  // It writes into what it is given.
  const nodes = await transform(structuredClone(document) as OpenAPI3, {
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
