import type { Contract } from './contract.ts';
import { lowerFirst } from './effect.ts';

/** A header in whose name a live installation may have a word of its own. */
export interface WordHeader {
  /** What it is called here: `apiKey`. */
  readonly name: string;
  /** Its name on the wire around the word: `X-{word}-ApiKey`. */
  readonly pattern: string;
}

/** The headers that parameters, security schemes and messages mark with `x-header-word`, by name. */
export function wordHeadersOf({ documents }: Pick<Contract, 'documents'>): readonly WordHeader[] {
  const patterns = [...new Set(patternsIn(documents))].sort();
  return patterns.map((pattern) => ({ name: lowerFirst(pattern.slice(pattern.indexOf('}') + 1).replaceAll('-', '')), pattern }));
}

function patternsIn(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => (name === 'x-header-word' ? [String(member)] : patternsIn(member)));
}
