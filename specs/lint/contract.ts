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

/** The headings of the source, each with its items. */
export type Sections = ReadonlyMap<string, readonly string[]>;

/** The registers beside the documents: what their marks may name. */
export interface Contract {
  /** Folder of the examples. */
  readonly examples: string;
  readonly rules: readonly PlacedRule[];
  readonly problems: ReadonlyMap<string, Problem>;
  readonly sections: Sections;
  /** D-01 and so on, one for each file in decisions/. */
  readonly decisions: ReadonlySet<string>;
}

/** The folder that holds the contract. */
export const SPECS_FOLDER: string = fileURLToPath(new URL('..', import.meta.url));

/** Reads the registers of a contract folder. */
export function readContract(folder: string = SPECS_FOLDER): Contract {
  const problems: readonly Problem[] = readYaml(folder, 'problems.yaml');
  const sections: Readonly<Record<string, readonly string[]>> = parse(readFileSync(join(folder, 'sections.yaml'), 'utf8'));
  return {
    examples: join(folder, 'examples'),
    rules: readRules(folder),
    problems: new Map(problems.map((problem) => [problem.code, problem])),
    sections: new Map(Object.entries(sections)),
    decisions: new Set(readdirSync(join(folder, 'decisions')).flatMap(decisionOf)),
  };
}

/** Says whether a clause names a heading of the source, or items that stand under it: `Delivery`, `Delivery: 3, 4`. */
export function isClause(clause: string, sections: Sections): boolean {
  const colon = clause.indexOf(': ');
  if (colon === -1) return sections.has(clause);
  return areItems(clause.slice(colon + 2), sections.get(clause.slice(0, colon)) ?? []);
}

/** An item may have a comma itself, so the list is not cut at every comma. */
function areItems(list: string, items: readonly string[]): boolean {
  return items.some((item) => list === item || (list.startsWith(`${item}, `) && areItems(list.slice(item.length + 2), items)));
}

function readYaml<Row>(folder: string, file: string): readonly Row[] {
  return parse(readFileSync(join(folder, file), 'utf8'));
}

function decisionOf(file: string): readonly string[] {
  const number = /^00(\d\d)-.*\.md$/.exec(file)?.[1];
  return number ? [`D-${number}`] : [];
}
