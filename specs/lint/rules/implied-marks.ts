import type { UserContext } from '@redocly/openapi-core';
import { follow, isNode, type Node, nodeOf, nodesOf, report, stringsOf, type Visit, visit } from '../visitor.ts';

/** What a mark says of an operation stands in the operation too, and the other way round. */
export function impliedMarks(): { Operation: Visit } {
  return {
    Operation: visit((node, context) => {
      if (!isNode(node.responses)) return;
      const key = nodesOf(node.parameters).findIndex((parameter) => follow(parameter, context)?.name === 'Idempotency-Key');
      if (key !== -1 && node['x-idempotency'] !== true)
        report(
          context,
          'It takes an Idempotency-Key and does not say x-idempotency: true. Add it, or take the parameter away.',
          'parameters',
          key,
        );
      if (key === -1 && node['x-idempotency'] === true)
        report(context, 'It has x-idempotency without the parameter Idempotency-Key. Add it, or take the mark away.', 'x-idempotency');
      const token = demandsToken(node, context);
      if (token && node['x-concurrency'] !== true)
        report(context, 'Its body holds a ConcurrencyToken and it does not say x-concurrency: true. Add it.', 'requestBody');
      if (!token && node['x-concurrency'] === true)
        report(
          context,
          'It has x-concurrency, and its body demands no ConcurrencyToken. Add the member, or take the mark away.',
          'x-concurrency',
        );
    }),
  };
}

/** Whether the body that an operation takes demands a member that is a ConcurrencyToken. */
function demandsToken({ requestBody }: Node, context: UserContext): boolean {
  const body = step({ requestBody }, 'requestBody', context, undefined);
  const content = body && step(body.node, 'content', context, body.from);
  const media = content && step(content.node, Object.keys(content.node)[0] ?? '', context, content.from);
  const schema = media && step(media.node, 'schema', context, media.from);
  return schema !== undefined && holdsToken(schema, context);
}

/** Whether a schema, or one that it is made of, demands such a member. */
function holdsToken({ node, from }: Placed, context: UserContext): boolean {
  const names = stringsOf(node.required).filter((name) => isNode(node.properties) && name in node.properties);
  if (names.some((name) => step(nodeOf(node.properties), name, context, from)?.node.title === 'ConcurrencyToken')) return true;
  return nodesOf(node.allOf).some((_, index) => {
    const part = step(listOf(node.allOf), index, context, from);
    return part !== undefined && holdsToken(part, context);
  });
}

/** A node, and the file from which its references lead on. */
interface Placed {
  readonly node: Node;
  readonly from: string | undefined;
}

/** The node under a member, its reference followed. */
function step(node: object, member: string | number, context: UserContext, from: string | undefined): Placed | undefined {
  const value: unknown = Reflect.get(node, member);
  if (!isNode(value)) return undefined;
  if (typeof value.$ref !== 'string') return { node: value, from };
  const target = context.resolve({ $ref: value.$ref }, from);
  return isNode(target.node) ? { node: target.node, from: target.location?.source.absoluteRef } : undefined;
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
