import type { UserContext } from '@redocly/openapi-core';
import type { Contract } from '../contract.ts';
import { isNode, memberOf, type Node, report, stringsOf, type Visit, visit } from '../visitor.ts';

/** Every refusal is a problem document and names the codes that it can carry, each of its own status, each with an example. */
export function namesProblems(contract: Contract): { Operation: Visit } {
  return {
    Operation: visit((node, context) => {
      for (const status of Object.keys(isNode(node.responses) ? node.responses : {})) {
        const response = memberOf(memberOf(node, 'responses', context), status, context);
        if (!response || Number(status) < 400) continue;
        for (const fault of faultsOf(response, Number(status), contract, context)) {
          report(context, `${String(node.operationId)} ${status}: ${fault}`, 'responses', status);
        }
      }
    }),
  };
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
