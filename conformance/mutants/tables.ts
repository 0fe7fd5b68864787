import { existsSync } from 'node:fs';
import { type Rule, type RuleId, rules } from '../src/generated/rules.ts';

/** The rules that the checks find broken, besides the rule that a mutant was made for. Its file is named after that rule. */
export interface Breaks {
  /** The rules whose checks must catch it too. */
  readonly mustAlsoBreak?: readonly RuleId[];
  /** The rules whose checks may catch it, depending on timing, on the drawn cases and on what else is judged. */
  readonly mayBreak?: readonly RuleId[];
}

/** An entry of a table. Its id is the rule and the name. */
export interface Entry<Value> {
  readonly id: string;
  readonly rule: RuleId;
  readonly value: Value;
}

/** The file with the mutants that were made for a rule, below this folder. */
export function fileOf(rule: RuleId): string {
  const name = rule.toLowerCase();
  return `${name.split('-')[0]}/${name}.ts`;
}

/** The entries of all tables of one role, in the order of the rules. */
export async function entriesOf<Value>(role: Rule['role']): Promise<readonly Entry<Value>[]> {
  const all = rules.filter((rule) => rule.role === role && existsSync(`${import.meta.dirname}/${fileOf(rule.id)}`));
  return (await Promise.all(all.map(({ id }) => entriesFor<Value>(id)))).flat();
}

async function entriesFor<Value>(rule: RuleId): Promise<readonly Entry<Value>[]> {
  const { mutants }: { readonly mutants: Readonly<Record<string, Value>> } = await import(new URL(fileOf(rule), import.meta.url).href);
  return Object.entries(mutants).map(([name, value]) => ({ id: `${rule}-${name}`, rule, value }));
}
