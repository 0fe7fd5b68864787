import type { Node } from '../lint/visitor.ts';
import { faultsOfSelector, matches } from './selector.ts';
import { type Subject, subjectsOf } from './subjects.ts';

/** A rule as it stands in `rules/`: `binds` is a selector or a list of them, of which one is enough. */
export interface BindingRule {
  readonly id: string;
  readonly binds?: unknown;
}

/** Which rules bind what, as computed from the documents. */
export interface Bindings {
  readonly subjects: readonly Subject[];
  /** By the id of a rule: the operationIds and event types that it binds, in the order of the documents. */
  readonly boundBy: ReadonlyMap<string, readonly string[]>;
  /** By operationId or event type: the ids of the rules that bind it, in the order of the rules. */
  readonly rulesOf: ReadonlyMap<string, readonly string[]>;
  readonly faults: readonly BindingFault[];
}

/** A selector that says nothing of these documents. */
export interface BindingFault {
  readonly id: string;
  /** Which of the rule's selectors, counted from 0. */
  readonly selector: number;
  readonly message: string;
}

/** Computes what every rule binds from the facts of bundled documents. Nobody else decides it, and nobody writes it by hand. */
export function bindRules(rules: readonly BindingRule[], documents: readonly Node[]): Bindings {
  const subjects = subjectsOf(documents);
  const bound = rules.map(({ id, binds }) => {
    const selectors = selectorsOf(binds);
    return { id, names: subjects.filter((subject) => selectors.some((selector) => matches(selector, subject))).map(({ name }) => name) };
  });
  return {
    subjects,
    boundBy: new Map(bound.map(({ id, names }) => [id, names])),
    rulesOf: new Map(subjects.map(({ name }) => [name, bound.filter(({ names }) => names.includes(name)).map(({ id }) => id)])),
    faults: rules.flatMap((rule) => faultsOf(rule, subjects)),
  };
}

function faultsOf({ id, binds }: BindingRule, subjects: readonly Subject[]): readonly BindingFault[] {
  const selectors = selectorsOf(binds);
  if (selectors.length === 0) return [{ id, selector: 0, message: 'it binds nothing; write a selector under binds' }];
  return selectors.flatMap((one, selector) => faultsOfSelector(one, subjects).map((message) => ({ id, selector, message })));
}

function selectorsOf(binds: unknown): readonly unknown[] {
  return binds === undefined ? [] : [binds].flat();
}
