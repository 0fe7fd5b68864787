import { parseYaml, type Source } from '@redocly/openapi-core';
import { isNode } from './visitor.ts';

/** The place of a node, as Redocly gives it. */
export interface Place {
  readonly source: Source;
  readonly pointer: string;
}

/** A mark that a node carries: of all of it, or, for a decision, of one keyword of a node that the source states. */
export interface Mark {
  readonly kind: 'x-clause' | 'x-chosen';
  readonly value: string;
  readonly keyword?: string;
}

const parsed = new WeakMap<Source, unknown>();

/**
 * The nearest mark that covers a place: its own, or that of what it stands inside, up to the root of its file. A file that is
 * referred to answers for itself, so that a shared schema says the same wherever it is used.
 */
export function markOf(place: Place): Mark | undefined {
  return stepsTo(place)
    .flatMap(({ node, next }) => ownMarks(node).filter(({ keyword }) => keyword === undefined || keyword === next))
    .at(-1);
}

/** The marks that a node itself carries: `x-clause`, `x-chosen`, and `x-chosen: { maxLength: D-06 }` for its keywords. */
export function ownMarks(node: unknown): readonly Mark[] {
  if (!isNode(node)) return [];
  const { 'x-clause': clause, 'x-chosen': chosen } = node;
  const stated: readonly Mark[] = clause === undefined ? [] : [{ kind: 'x-clause', value: String(clause) }];
  if (chosen === undefined) return stated;
  if (!isNode(chosen)) return [...stated, { kind: 'x-chosen', value: String(chosen) }];
  return [...stated, ...Object.entries(chosen).map(([keyword, value]): Mark => ({ kind: 'x-chosen', value: String(value), keyword }))];
}

/** The nodes from the root of a file to a place, each with the member by which the next is reached. */
function stepsTo({ source, pointer }: Place): readonly { readonly node: unknown; readonly next: string | undefined }[] {
  const steps: { readonly node: unknown; readonly next: string | undefined }[] = [];
  let node = rootOf(source);
  for (const part of pointer.replace(/^#?\//, '').split('/')) {
    if (part === '' || typeof node !== 'object' || node === null) continue;
    const next = decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~');
    steps.push({ node, next });
    node = Reflect.get(node, next);
  }
  return [...steps, { node, next: undefined }];
}

function rootOf(source: Source): unknown {
  if (!parsed.has(source)) parsed.set(source, parseYaml(source.body));
  return parsed.get(source);
}
