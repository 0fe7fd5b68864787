import { basename } from 'node:path';
import type { Bundle } from '../../build/bundle.ts';
import type { PlacedProblem, Problem } from '../contract.ts';
import type { Finding } from '../finding.ts';
import { casesOf, exampleLine, readJson } from './exchange.ts';
import { pointerTo } from './pointer.ts';
import { type Fault, openApiSchemas } from './schemas.ts';

/** Judges the example of every problem by the schema and by its row in problems.yaml; every row has one. */
export function checkProblems(document: Bundle, examples: string, problems: ReadonlyMap<string, PlacedProblem>): readonly Finding[] {
  const check = openApiSchemas(document);
  const files = new Map(casesOf(examples, 'problem').map((file) => [basename(file, '.json'), file]));
  const missing = [...problems.values()].filter(({ code }) => !files.has(code));
  return [
    ...missing.map(({ code, at }) => ({ where: at, message: `${code} has no example. Write examples/problem/${code}.json.` })),
    ...[...files].flatMap(([code, file]) => {
      const example: Problem & { readonly type: string } = readJson(file);
      const faults = [
        ...check(pointerTo('components', 'schemas', 'Problem'), example),
        ...registerFaults(example, code, problems.get(code)),
      ];
      return faults.map(({ path, message }) => ({
        where: exampleLine(file, path),
        message: `${message}. Correct the example or the register.`,
      }));
    }),
  ];
}

function registerFaults(example: Problem & { readonly type: string }, code: string, row: Problem | undefined): readonly Fault[] {
  if (!row) return [{ path: ['code'], message: `problems.yaml has no code ${code}` }];
  const expected = { type: `urn:business-cloud:problem:${code}`, code, status: row.status, title: row.title };
  const members = ['type', 'code', 'status', 'title'] as const;
  return members
    .filter((member) => example[member] !== expected[member])
    .map((member) => ({ path: [member], message: `/${member} must be ${JSON.stringify(expected[member])}` }));
}
