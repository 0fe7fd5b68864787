import { isNode } from '../visitor.ts';

/** JSON pointer of members, as the fragment of a reference: `#/paths/~1api...`. */
export function pointerTo(...members: readonly string[]): string {
  return `#${members.map((member) => `/${encodeURIComponent(member.replaceAll('~', '~0').replaceAll('/', '~1'))}`).join('')}`;
}

/** The target of a local reference of a document. */
export function resolvePointer(document: unknown, reference: string): unknown {
  let value = document;
  for (const part of reference.split('/').slice(1)) {
    const member = decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~');
    value = Array.isArray(value) ? value[Number(member)] : isNode(value) ? value[member] : undefined;
  }
  return value;
}
