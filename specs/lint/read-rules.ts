import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isMap, isSeq, LineCounter, type Node, parseDocument } from 'yaml';

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

/** The rules of a contract, by family and in the order of their files. */
export function readRules(folder: string): readonly PlacedRule[] {
  const files = readdirSync(join(folder, 'rules')).filter((file) => file.endsWith('.yaml'));
  return files.sort().flatMap((file) => readFamily(folder, join('rules', file)));
}

function readFamily(folder: string, file: string): readonly PlacedRule[] {
  const lines = new LineCounter();
  const document = parseDocument<Node>(readFileSync(join(folder, file), 'utf8'), { lineCounter: lines });
  const placeOf = (node: Node | null | undefined): string => `${file}:${lines.linePos(node?.range?.[0] ?? 0).line}`;
  const rows = isSeq<Node>(document.contents) ? document.contents.items : [];
  return rows.filter(isMap).map((row) => {
    const binds = row.get('binds', true);
    const selectors = isSeq<Node>(binds) ? binds.items : [isMap(binds) ? binds : row];
    return { rule: row.toJS(document), at: placeOf(row), selectorsAt: selectors.map(placeOf) };
  });
}
