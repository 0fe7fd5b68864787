import type { UserContext } from '@redocly/openapi-core';
import { isNode, memberOf, type Node, report, stringsOf, type Visit, visit } from '../visitor.ts';

/** Every operation declares all that the pipeline may answer in its place; what follows from its marks is there. */
export function declaresStatuses(): { PathItem: Visit } {
  return {
    PathItem: visit((path, context) => {
      for (const method of ['get', 'put', 'post', 'delete', 'patch']) {
        const operation = path[method];
        if (!isNode(operation)) continue;
        for (const fault of faultsOf(method, operation, context)) report(context, `${String(operation.operationId)} ${fault}`, method);
      }
    }),
  };
}

function faultsOf(method: string, operation: Node, context: UserContext): readonly string[] {
  const declared = Object.keys(isNode(operation.responses) ? operation.responses : {});
  const writes = method === 'post' || method === 'put';
  const keyed = operation['x-idempotency'] === true;
  const expected = ['400', '401', '403', '500', '503'];
  if (writes) expected.push('413', '415');
  if (keyed) expected.push('409', '422');
  const faults = expected.filter((status) => !declared.includes(status)).map((status) => `does not declare ${status}. Add the response.`);
  if ((method === 'put') !== (operation['x-concurrency'] === true)) faults.push('should have x-concurrency: true exactly if it is a PUT.');
  if (operation['x-concurrency'] === true && !refusesStale(operation, context))
    faults.push('never answers concurrency-conflict. Add it to its 422.');
  return faults;
}

function refusesStale(operation: Node, context: UserContext): boolean {
  const refusal = memberOf(memberOf(operation, 'responses', context), '422', context);
  return stringsOf(refusal?.['x-problems']).includes('concurrency-conflict');
}
