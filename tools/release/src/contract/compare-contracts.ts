import { isDeepStrictEqual } from 'node:util';
import { compareAsyncApi } from './asyncapi/asyncapi-document.ts';
import { Node } from './documents/node.ts';
import type { Change } from './model/change.ts';
import type { Contract, Part } from './model/contract.ts';
import { PARTS } from './model/contract.ts';
import { compareOpenApi } from './openapi/openapi-document.ts';
import { compareExamples, compareVectors } from './registers/examples.ts';
import { compareLimits } from './registers/limits.ts';
import { compareProblems } from './registers/problems.ts';
import { compareRules } from './registers/rules.ts';

const COMPARERS: Readonly<Record<Part, (before: unknown, after: unknown, part: Part) => readonly Change[]>> = {
  'openapi/admin': (before, after, part) => compareOpenApi(part, Node.of(before), Node.of(after)),
  'openapi/customer': (before, after, part) => compareOpenApi(part, Node.of(before), Node.of(after)),
  'asyncapi/events': (before, after, part) => compareAsyncApi(part, Node.of(before), Node.of(after)),
  rules: compareRules,
  problems: compareProblems,
  limits: compareLimits,
  examples: compareExamples,
  vectors: compareVectors,
};

/** Every difference between two contracts. Most changes leave most parts as they were. */
export function compareContracts(before: Contract, after: Contract): readonly Change[] {
  return PARTS.flatMap((part) => {
    const [was, is] = [before.parts.get(part), after.parts.get(part)];
    return isDeepStrictEqual(was, is) ? [] : COMPARERS[part](was, is, part);
  });
}
