import type { WorkspaceCopy } from '../workspace-copy.ts';

const rule = `
- id: HDR-11
  level: chosen
  role: service
  clause: 'Required request headers: X-Service-ApplicationId'
  decisions: [D-05]
  statement: 'an application id that is too long answers 400'
  binds: { token: true }
`;

const limit = `
applicationIdLengthMax:
  description: The longest application id.
  value: 4000
  unit: characters
  better: higher
  decision: D-05
`;

const check = `import fc from 'fast-check';
import { headerNames } from '../../api/header-names.ts';
import { APPLICATION_ID_LENGTH_MAX } from '../../generated/limits.ts';
import { withHeader } from '../../http/call.ts';
import { type Check, check } from '../../model/check.ts';
import { preparedOperations } from '../../scenarios/refusals/prepared-operation.ts';
import { type Alteration, judgeRefusals } from '../../scenarios/refusals/refusal.ts';

/** HDR-11: an application id that is too long answers 400. */
export const hdr11: Check = check('HDR-11', { isolation: 'shared', weight: 2 }, async (context) => {
  const { applicationId } = headerNames(context.target.service.headerWord);
  const long = 'a'.repeat(APPLICATION_ID_LENGTH_MAX + 1);
  const tooLong: Alteration = { what: 'a long application id', apply: (call) => withHeader(call, applicationId, long) };
  await judgeRefusals(context, preparedOperations(context, context.target.companies[0]), { status: 400, alterations: fc.constant(tooLong), runs: 1 });
});
`;

const mutant = `import { APPLICATION_ID_HEADER } from '../faults/headers.ts';
import type { Mutant } from '../mutant.ts';
import { headerOf, withHeader } from '../peer/message.ts';

/** Faulty services that the check of HDR-11 must catch. */
export const mutants: readonly Mutant[] = [
  {
    id: 'HDR-11-long-id-cut',
    mustBreak: ['HDR-11'],
    fault: () => async (request, forward) => {
      const id = headerOf(request, APPLICATION_ID_HEADER);
      return await forward(id === undefined ? request : withHeader(request, APPLICATION_ID_HEADER, id.slice(0, 100)));
    },
  },
];
`;

/** Adds a rule of a header that binds every request behind the token, its check, its mutant, and what keeps it in the server. */
export function addHeaderRule(copy: WorkspaceCopy): void {
  copy.write('specs/rules/hdr.yaml', copy.read('specs/rules/hdr.yaml') + rule);
  copy.write('specs/limits.yaml', copy.read('specs/limits.yaml') + limit);
  copy.write('conformance/src/checks/hdr/hdr-11.ts', check);
  copy.write('conformance/mutants/hdr/hdr-11.ts', mutant);

  const admission = 'packages/server/src/pipeline/admission.ts';
  const imported = "import type { Operation } from '../generated/operations.ts';\n";
  copy.edit(admission, imported, `import { APPLICATION_ID_LENGTH_MAX } from '../generated/limits.ts';\n${imported}`);
  const read = '  const applicationId = request.headers[headers.applicationId];\n';
  copy.edit(admission, read, `${read}${refused}`);
}

const refused = `  if (applicationId !== undefined && applicationId.length > APPLICATION_ID_LENGTH_MAX)
    throw new Problem('malformed-request', { detail: \`\${headers.applicationId} is longer than \${APPLICATION_ID_LENGTH_MAX} characters.\` });
`;
