import { ReleaseError } from '../../release-error.ts';

export type Members = Readonly<Record<string, unknown>>;

export function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** How many references may lead to references. */
const REFERENCE_HOPS_MAX = 50;

interface Document {
  readonly root: unknown;
  /** What the references that were followed lead to: most are followed thousands of times. */
  readonly targets: Map<string, unknown>;
}

/** A place in a bundled document: what stands there, and by which member names it is reached with every reference followed. */
export class Node {
  readonly #document: Document;
  /** As it is written; it may be a reference. */
  readonly written: unknown;
  readonly path: readonly string[];

  private constructor(document: Document, written: unknown, path: readonly string[]) {
    this.#document = document;
    this.written = written;
    this.path = path;
  }

  /** The root of a document. */
  static of(document: unknown): Node {
    return new Node({ root: document, targets: new Map() }, document, []);
  }

  /** What stands there, after every reference. */
  get value(): unknown {
    let value = this.written;
    for (let hops = 0; isReference(value); hops++) {
      if (hops > REFERENCE_HOPS_MAX) throw unreadable(this.path, `${value.$ref} refers to itself`);
      value = this.#pointedAt(value.$ref);
    }
    return value;
  }

  get exists(): boolean {
    return this.written !== undefined;
  }

  /** Names of the members; none if it is not an object. */
  keys(): readonly string[] {
    return isMembers(this.value) ? Object.keys(this.value) : [];
  }

  /** A member, or an entry of a list. */
  at(...keys: readonly string[]): Node {
    return keys.reduce<Node>((node, key) => new Node(this.#document, memberOf(node.value, key), [...node.path, key]), this);
  }

  /** The entries of a list; none if it is not one. */
  items(): readonly Node[] {
    return Array.isArray(this.value) ? this.value.map((_, index) => this.at(String(index))) : [];
  }

  /** What a reference of this document leads to, as if it stood here. */
  follow(reference: string): Node {
    return new Node(this.#document, this.#pointedAt(reference), this.path);
  }

  /** A member that stands beside a reference. */
  beside(key: string, written: unknown): Node {
    return new Node(this.#document, written, [...this.path, key]);
  }

  /** Nothing, at a place of this document. */
  absent(path: readonly string[]): Node {
    return new Node(this.#document, undefined, path);
  }

  #pointedAt(reference: string): unknown {
    const { root, targets } = this.#document;
    const known = targets.get(reference);
    if (known !== undefined) return known;
    const target = keysOf(reference).reduce<unknown>(memberOf, root);
    if (!reference.startsWith('#') || target === undefined) throw unreadable(this.path, `${reference} points to nothing`);
    targets.set(reference, target);
    return target;
  }
}

export function isReference(value: unknown): value is { readonly $ref: string } {
  return isMembers(value) && typeof value.$ref === 'string';
}

/** What an object or a list holds under a key. */
export function memberOf(value: unknown, key: string): unknown {
  if (Array.isArray(value)) return value[Number(key)];
  return isMembers(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

/** The member names that a reference into its own document goes along. */
export function keysOf(reference: string): readonly string[] {
  return reference
    .split('/')
    .slice(1)
    .map((part) => decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~'));
}

function unreadable(path: readonly string[], what: string): ReleaseError {
  return new ReleaseError('contract-unreadable', `The bundle cannot be compared: at ${path.join(' / ')}, ${what}. Correct the reference.`);
}
