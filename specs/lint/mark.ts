import { parseYaml, type Source } from '@redocly/openapi-core';

/** The place of a node, as Redocly gives it. */
export interface Place {
  readonly source: Source;
  readonly pointer: string;
}

export type Mark = { readonly kind: 'x-clause' | 'x-chosen'; readonly value: string };

const parsed = new WeakMap<Source, unknown>();

/**
 * The nearest mark that covers a place: its own, or that of what it stands inside, up to the root of its file. A file that is
 * referred to answers for itself, so that a shared schema says the same wherever it is used.
 */
export function markOf(place: Place): Mark | undefined {
  return nodesTo(place).flatMap(ownMark).at(-1);
}

/** The mark that a node itself carries. */
export function ownMark(node: unknown): readonly Mark[] {
  if (typeof node !== 'object' || node === null) return [];
  const marks: Mark[] = [];
  for (const kind of ['x-clause', 'x-chosen'] as const) {
    const value: unknown = Reflect.get(node, kind);
    if (value !== undefined) marks.push({ kind, value: String(value) });
  }
  return marks;
}

function nodesTo({ source, pointer }: Place): readonly unknown[] {
  let node = rootOf(source);
  const nodes = [node];
  for (const part of pointer.replace(/^#?\//, '').split('/')) {
    if (part === '' || typeof node !== 'object' || node === null) continue;
    node = Reflect.get(node, decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~'));
    nodes.push(node);
  }
  return nodes;
}

function rootOf(source: Source): unknown {
  if (!parsed.has(source)) parsed.set(source, parseYaml(source.body));
  return parsed.get(source);
}
