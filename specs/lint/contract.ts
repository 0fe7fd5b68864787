import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type PlacedLimit, readLimits } from './limits.ts';
import { type PlacedRule, readRules } from './read-rules.ts';
import { SourceFile } from './source-file.ts';
import { isNode, nodeOf, nodesOf } from './visitor.ts';

/** A row of problems.yaml. */
export interface Problem {
  readonly code: string;
  readonly status: number;
  readonly title: string;
  readonly retryable: boolean;
  readonly raisedBy: 'pipeline' | 'handler';
  /** The rules that it states. */
  readonly states?: readonly string[];
}

/** A problem with the place of its row. */
export interface PlacedProblem extends Problem {
  readonly at: string;
}

/** The headings of the source, each with its items. */
export type Sections = ReadonlyMap<string, readonly string[]>;

/** The registers beside the documents: what their marks may name. */
export interface Contract {
  /** Folder of the examples. */
  readonly examples: string;
  readonly rules: readonly PlacedRule[];
  readonly problems: ReadonlyMap<string, PlacedProblem>;
  readonly sections: Sections;
  readonly limits: ReadonlyMap<string, PlacedLimit>;
  /** What the source says of an item, where it is a number: `Idempotency: Retention` says `24 hours`. */
  readonly said: ReadonlyMap<string, string>;
  /** D-01 and so on, one for each file in decisions/. */
  readonly decisions: ReadonlySet<string>;
}

/** The folder that holds the contract. */
export const SPECS_FOLDER: string = fileURLToPath(new URL('..', import.meta.url));

/**
 * Reads the registers of a contract folder.
 *
 * @throws {ContractError} for a file that is not well-formed
 */
export function readContract(folder: string = SPECS_FOLDER): Contract {
  const problems = new SourceFile(folder, 'problems.yaml');
  const sections = Object.entries(nodeOf(new SourceFile(folder, 'sections.yaml').content));
  return {
    examples: join(folder, 'examples'),
    rules: readRules(folder),
    problems: new Map(nodesOf(problems.content).map((row, index) => [String(row.code), { ...problemOf(row), at: problems.at(index) }])),
    limits: new Map(Object.entries(readLimits(folder))),
    sections: new Map(sections.map(([heading, items]) => [heading, itemsOf(items).map(([item]) => item)])),
    said: new Map(
      sections.flatMap(([heading, items]) =>
        itemsOf(items).flatMap(([item, says]) => (says === undefined ? [] : [[`${heading}: ${item}`, says]])),
      ),
    ),
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

/** The items of a heading: a name, or a name with what the source says there. */
function itemsOf(items: unknown): readonly (readonly [string, string?])[] {
  if (!Array.isArray(items)) return [];
  const listed: readonly unknown[] = items;
  return listed.flatMap((item): readonly (readonly [string, string?])[] =>
    isNode(item) ? Object.entries(item).map(([name, says]) => [name, String(says)] as const) : [[String(item)]],
  );
}

/** A row as a problem: `checkRegisters` has judged that it has the members of one. */
function problemOf(row: object): Problem {
  return row as Problem;
}

function decisionOf(file: string): readonly string[] {
  const number = /^00(\d\d)-.*\.md$/.exec(file)?.[1];
  return number ? [`D-${number}`] : [];
}
