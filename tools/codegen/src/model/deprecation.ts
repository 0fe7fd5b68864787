import type { Deprecation } from '../read/documents.ts';

/** The member that a part of the model has when its node of the document is deprecated. */
export function deprecationOf(node: { readonly 'x-deprecation'?: Deprecation }): { readonly deprecation?: Deprecation } {
  const deprecation = node['x-deprecation'];
  return deprecation === undefined ? {} : { deprecation };
}
