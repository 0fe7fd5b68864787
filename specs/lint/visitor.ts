import type { UserContext } from '@redocly/openapi-core';

/** A node of a document that has not been examined yet. */
export type Node = Readonly<Record<string, unknown>>;

/** What a rule does with a node that Redocly visits. */
export type Visit = (node: object, context: UserContext) => void;

/** Makes a visit of a function that reads the node by its members. */
export function visit(inner: (node: Node, context: UserContext) => void): Visit {
  return (node, context) => {
    if (isNode(node)) inner(node, context);
  };
}

/** Narrows to a node. */
export function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value as a node; an empty one where it is none. */
export function nodeOf(value: unknown): Node {
  return isNode(value) ? value : {};
}

/** The nodes of a list, none when it is not a list. */
export function nodesOf(value: unknown): readonly Node[] {
  return Array.isArray(value) ? value.map(nodeOf) : [];
}

/** The node under a member, its reference followed; nothing when there is none. */
export function memberOf(node: Node | undefined, member: string, context: UserContext): Node | undefined {
  return follow(node?.[member], context);
}

/** The node itself, or what it refers to. */
export function follow(value: unknown, context: UserContext): Node | undefined {
  if (!isNode(value)) return undefined;
  if (typeof value.$ref !== 'string') return value;
  const target: unknown = context.resolve({ $ref: value.$ref }).node;
  return isNode(target) ? target : undefined;
}

/** The strings of a list, none when it is not a list. */
export function stringsOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.map(String) : [];
}

/** Reports at a member of the node that is visited. */
export function report(context: UserContext, message: string, ...member: (string | number)[]): void {
  const place = context.location.child(member);
  context.report({ message, location: member.length === 0 ? place : place.key() });
}
