import type { Plugin } from '@redocly/openapi-core';
import { notePlaces } from '../build/source-places.ts';
import { type Contract, readContract } from './contract.ts';
import { inlineExamples } from './inline-examples.ts';
import { datesDeprecations } from './rules/dates-deprecations.ts';
import { declaresStatuses } from './rules/declares-statuses.ts';
import { describesMembers } from './rules/describes-members.ts';
import { examplesExist } from './rules/examples-exist.ts';
import { hasExamples } from './rules/has-examples.ts';
import { impliedMarks } from './rules/implied-marks.ts';
import { knownMarks } from './rules/known-marks.ts';
import { leavesBindings } from './rules/leaves-bindings.ts';
import { marked } from './rules/marked.ts';
import { namesProblems } from './rules/names-problems.ts';
import { plainSchema } from './rules/plain-schema.ts';
import { publishedTexts } from './rules/published-texts.ts';
import { saysWhatItDoes } from './rules/says-what-it-does.ts';
import { secured } from './rules/secured.ts';

/** The contract's own rules for Redocly, and the decorator that its bundles need. */
export function contractPlugin(contract: Contract = readContract()): Plugin {
  const both = {
    'leaves-bindings': leavesBindings,
    'has-examples': () => hasExamples(contract),
    marked: () => marked(contract),
    'plain-schema': plainSchema,
    'describes-members': describesMembers,
    'dates-deprecations': datesDeprecations,
    'known-marks': knownMarks,
    'published-texts': () => publishedTexts(contract),
  };
  return {
    id: 'contract',
    rules: {
      oas3: {
        ...both,
        'names-problems': () => namesProblems(contract),
        'declares-statuses': declaresStatuses,
        'says-what-it-does': saysWhatItDoes,
        'examples-exist': examplesExist,
        'implied-marks': impliedMarks,
        secured,
      },
      async3: both,
    },
    decorators: {
      oas3: { 'inline-examples': inlineExamples, 'note-places': notePlaces },
      async3: { 'note-places': notePlaces },
    },
  };
}

/** Called by Redocly without a contract of its own. */
export default (): Plugin => contractPlugin();
