import { CodegenError } from '../codegen-error.ts';
import type { Reference } from '../read/documents.ts';

/** Follows a reference inside a bundled document, as often as it takes. */
export function resolve<T extends object>(document: object, node: T | Reference): T {
  let current: T | Reference = node;
  const seen = new Set<string>();
  while (isReference(current)) {
    if (seen.has(current.$ref)) throw new CodegenError('broken-document', `The reference ${current.$ref} refers back to itself.`);
    seen.add(current.$ref);
    current = lookUp<T>(document, current.$ref);
  }
  return current;
}

export function isReference(node: unknown): node is Reference {
  return typeof node === 'object' && node !== null && '$ref' in node && typeof node.$ref === 'string';
}

/** The name of the component that a reference leads to. */
export function referenceName($ref: string): string {
  return $ref.slice($ref.lastIndexOf('/') + 1);
}

function lookUp<T>(document: object, $ref: string): T | Reference {
  let node: unknown = document;
  for (const part of $ref.replace(/^#\//, '').split('/')) {
    const key = decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~');
    node = typeof node === 'object' && node !== null ? Reflect.get(node, key) : undefined;
  }
  if (node === undefined) throw new CodegenError('broken-document', `The reference ${$ref} points to nothing.`);
  return node as T | Reference;
}
