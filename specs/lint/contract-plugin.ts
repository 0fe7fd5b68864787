import type { Plugin } from '@redocly/openapi-core';
import { type Contract, readContract } from './contract.ts';
import { inlineExamples } from './inline-examples.ts';
import { datesDeprecations } from './rules/dates-deprecations.ts';
import { declaresStatuses } from './rules/declares-statuses.ts';
import { describesMembers } from './rules/describes-members.ts';
import { hasExamples } from './rules/has-examples.ts';
import { leavesBindings } from './rules/leaves-bindings.ts';
import { marked } from './rules/marked.ts';
import { namesProblems } from './rules/names-problems.ts';
import { plainSchema } from './rules/plain-schema.ts';
import { saysWhatItDoes } from './rules/says-what-it-does.ts';

/** The contract's own rules for Redocly, and the decorator that its bundles need. */
export function contractPlugin(contract: Contract = readContract()): Plugin {
  const both = {
    'leaves-bindings': leavesBindings,
    'has-examples': () => hasExamples(contract),
    marked: () => marked(contract),
    'plain-schema': plainSchema,
    'describes-members': describesMembers,
    'dates-deprecations': datesDeprecations,
  };
  return {
    id: 'contract',
    rules: {
      oas3: {
        ...both,
        'names-problems': () => namesProblems(contract),
        'declares-statuses': declaresStatuses,
        'says-what-it-does': saysWhatItDoes,
      },
      async3: both,
    },
    decorators: { oas3: { 'inline-examples': inlineExamples } },
  };
}

/** Called by Redocly without a contract of its own. */
export default (): Plugin => contractPlugin();
