import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { type PlacedRule, readRules } from './read-rules.ts';

/** A row of problems.yaml. */
export interface Problem {
  readonly code: string;
  readonly status: number;
  readonly title: string;
  readonly retryable: boolean;
  readonly raisedBy: 'pipeline' | 'handler';
}

/** The registers beside the documents: what their marks may name. */
export interface Contract {
  /** Folder of the examples. */
  readonly examples: string;
  readonly rules: readonly PlacedRule[];
  readonly problems: ReadonlyMap<string, Problem>;
  /** Headings of the source. */
  readonly sections: ReadonlySet<string>;
  /** D-01 and so on, one for each file in decisions/. */
  readonly decisions: ReadonlySet<string>;
}

/** The folder that holds the contract. */
export const SPECS_FOLDER: string = fileURLToPath(new URL('..', import.meta.url));

/** Reads the registers of a contract folder. */
export function readContract(folder: string = SPECS_FOLDER): Contract {
  const problems: readonly Problem[] = readYaml(folder, 'problems.yaml');
  const sections: readonly string[] = readYaml(folder, 'sections.yaml');
  return {
    examples: join(folder, 'examples'),
    rules: readRules(folder),
    problems: new Map(problems.map((problem) => [problem.code, problem])),
    sections: new Set(sections),
    decisions: new Set(readdirSync(join(folder, 'decisions')).flatMap(decisionOf)),
  };
}

/** Says whether a clause begins with a heading of the source. */
export function isClause(clause: string, sections: ReadonlySet<string>): boolean {
  return sections.has(clause) || sections.has(clause.slice(0, clause.indexOf(': ')));
}

function readYaml<Row>(folder: string, file: string): readonly Row[] {
  return parse(readFileSync(join(folder, file), 'utf8'));
}

function decisionOf(file: string): readonly string[] {
  const number = /^00(\d\d)-.*\.md$/.exec(file)?.[1];
  return number ? [`D-${number}`] : [];
}
