import { basename } from 'node:path';
import type { UserContext } from '@redocly/openapi-core';
import type { Contract } from '../contract.ts';
import { casesOf, exchangesOf } from '../examples/exchange.ts';
import { isNode, memberOf, type Node, nodesOf, report, type Visit, visit } from '../visitor.ts';

/** Every request body, every status of every operation and every message has an example. */
export function hasExamples({ examples }: Contract): { Operation: Visit; Message: Visit } {
  return {
    Operation: visit((node, context) => {
      const { operationId } = node;
      if (typeof operationId !== 'string') return;
      const body = memberOf(node, 'requestBody', context);
      if (body && lacksExample(body, context))
        report(context, `The request of ${operationId} has no example. ${advice(operationId)}`, 'requestBody');
      const statuses = exchangesOf(examples, operationId).map(({ exchange }) => String(exchange.response.status));
      for (const status of Object.keys(isNode(node.responses) ? node.responses : {})) {
        const response = memberOf(memberOf(node, 'responses', context), status, context);
        const missing = response?.content ? lacksExample(response, context) : !statuses.includes(status);
        if (missing) report(context, `${operationId} has no example of its ${status}. ${advice(operationId)}`, 'responses', status);
      }
    }),
    Message: visit((node, context) => {
      const name = String(node.name);
      if (!isNode(node.payload))
        report(context, `${name} has no payload. Add the schema of its body.`, ...('payload' in node ? ['payload'] : []));
      const cases = nodesOf(node.examples);
      if (cases.length === 0) report(context, `${name} has no example. ${advice(name)}`);
      const files = casesOf(examples, name).map((file) => basename(file, '.json'));
      for (const [index, one] of cases.entries()) {
        if (files.includes(String(one.name))) continue;
        report(
          context,
          `There is no examples/${name}/${String(one.name)}.json. Write it, or give the example the name of its file.`,
          'examples',
          index,
        );
      }
    }),
  };
}

function lacksExample(node: Node, context: UserContext): boolean {
  const content = memberOf(node, 'content', context) ?? {};
  return Object.values(content).some((media) => !isNode(media) || !isNode(media.examples) || Object.keys(media.examples).length === 0);
}

function advice(name: string): string {
  return `Add a case to examples/${name}/ and refer to it.`;
}
