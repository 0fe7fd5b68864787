import { compareContracts } from '../compare-contracts.ts';
import type { Change } from '../model/change.ts';
import type { Contract } from '../model/contract.ts';
import { type SourceLine, SourceLocator } from '../sources/locate.ts';
import { nameOf } from './name.ts';

/** A change with its name and its place in the sources. */
export interface Difference extends Change, SourceLine {
  readonly name: string;
}

/** Every difference between an older contract and that of a repository. */
export function differencesOf(root: string, before: Contract, after: Contract): readonly Difference[] {
  const locator = new SourceLocator(root);
  return compareContracts(before, after).map((change) => ({ ...change, ...locator.locate(change), name: nameOf(change, after) }));
}

/** What stands in several places of the bundles and once in the sources is one difference to a reader. */
export function distinct(differences: readonly Difference[]): readonly Difference[] {
  const kept = new Map<string, Difference>();
  for (const difference of differences) {
    const { file, line, kind, area, text } = difference;
    const key = [file, line, kind, area, text].join('|');
    if (!kept.has(key)) kept.set(key, difference);
  }
  return [...kept.values()];
}
