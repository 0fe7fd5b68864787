import type { UserContext } from '@redocly/openapi-core';
import type { Contract } from '../contract.ts';
import { isNode, memberOf, type Node, stringsOf, type Visit, visit } from '../visitor.ts';

/** Every refusal is a problem document and names the codes that it can carry, each of its own status, each with an example. */
export function namesProblems(contract: Contract): { Operation: Visit } {
  return {
    Operation: visit((node, context) => {
      for (const status of Object.keys(isNode(node.responses) ? node.responses : {})) {
        const response = memberOf(memberOf(node, 'responses', context), status, context);
        if (!response || Number(status) < 400) continue;
        const location = placeOf(node, status, context);
        for (const message of faultsOf(response, Number(status), contract, context))
          context.report({ message: `${status}: ${message}`, location });
      }
    }),
  };
}

/** Where the response stands: with the operation, or where it is shared. */
function placeOf({ responses }: Node, status: string, { location, resolve }: UserContext): UserContext['location'] {
  const response = isNode(responses) ? responses[status] : undefined;
  const shared = isNode(response) && typeof response.$ref === 'string' ? resolve({ $ref: response.$ref }).location : undefined;
  return (shared ?? location.child(['responses', status])).key();
}

function faultsOf(response: Node, status: number, { problems }: Contract, context: UserContext): readonly string[] {
  const codes = stringsOf(response['x-problems']);
  const media = memberOf(memberOf(response, 'content', context), 'application/problem+json', context);
  const examples = Object.keys(memberOf(media, 'examples', context) ?? {});
  const faults = codes.length === 0 ? ['it names no problem. Add x-problems with the codes of problems.yaml that it can carry.'] : [];
  if (!media) faults.push('it is not application/problem+json. Give it that content with the schema Problem.');
  for (const code of codes) {
    const problem = problems.get(code);
    if (!problem) faults.push(`problems.yaml has no code ${code}. Correct it or register it.`);
    else if (problem.status !== status) faults.push(`${code} has the status ${problem.status}. Move it there.`);
    if (media && !examples.includes(code)) faults.push(`${code} has no example of that name. Refer to examples/problem/${code}.json.`);
  }
  return faults;
}
