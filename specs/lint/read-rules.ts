import { yamlFiles } from './registers.ts';
import { SourceFile } from './source-file.ts';
import { isNode, nodesOf } from './visitor.ts';

/** A rule as it stands in `rules/`. */
export interface Rule {
  readonly id: string;
  readonly level: 'stated' | 'chosen';
  /** There where the source says should; otherwise it says must, or nothing. */
  readonly strength?: 'should';
  readonly role: 'service' | 'receiver' | 'client';
  readonly clause: string;
  readonly decisions?: readonly string[];
  readonly statement: string;
  readonly unobservable?: string;
  /** Why no part of the documents states it. */
  readonly nowhere?: string;
  /** A selector or several. */
  readonly binds?: unknown;
}

/** A rule with the places of its row and of each of its selectors: `rules/auth.yaml:12`. */
export interface PlacedRule {
  readonly rule: Rule;
  readonly at: string;
  readonly selectorsAt: readonly string[];
}

/**
 * The rules of a contract, by family and in the order of their files.
 *
 * @throws {ContractError} for a file that is not well-formed
 */
export function readRules(folder: string): readonly PlacedRule[] {
  return yamlFiles(folder, 'rules').flatMap((name) => {
    const file = new SourceFile(folder, name);
    return nodesOf(file.content).map((row, index) => {
      const { binds } = row;
      const selectors = Array.isArray(binds) ? binds.map((_, place) => ['binds', place]) : [isNode(binds) ? ['binds'] : []];
      return { rule: ruleOf(row), at: file.at(index), selectorsAt: selectors.map((path) => file.at(index, ...path)) };
    });
  });
}

/** A row as a rule: `checkRegisters` has judged that it has the members of one. */
function ruleOf(row: object): Rule {
  return row as Rule;
}
