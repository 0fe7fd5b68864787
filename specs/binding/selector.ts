import { isNode } from '../lint/visitor.ts';
import { CONDITIONS, type Condition, type Subject } from './subjects.ts';

/** Whether a subject meets every condition of a selector: `true` asks for any word, a name or a list of names for one of them. */
export function matches(selector: unknown, { facts }: Subject): boolean {
  if (!isNode(selector) || Object.keys(selector).length === 0) return false;
  return Object.entries(selector).every(([condition, wanted]) => {
    const words = isCondition(condition) ? (facts[condition] ?? []) : [];
    return wanted === true ? words.length > 0 : namesIn(wanted).some((name) => words.includes(name));
  });
}

/** What is wrong with a selector: it cannot be read, names what no document has, or matches nothing. */
export function faultsOfSelector(selector: unknown, subjects: readonly Subject[]): readonly string[] {
  if (!isNode(selector)) return ['a selector is a map of conditions, such as { token: true }'];
  const faults = Object.entries(selector).flatMap(([condition, wanted]) => faultsOfCondition(condition, wanted, subjects));
  if (faults.length > 0) return faults;
  return subjects.some((subject) => matches(selector, subject))
    ? []
    : [`${JSON.stringify(selector)} matches no operation and no event type`];
}

function faultsOfCondition(condition: string, wanted: unknown, subjects: readonly Subject[]): readonly string[] {
  if (!isCondition(condition)) return [`there is no condition ${condition}; the conditions are ${CONDITIONS.join(', ')}`];
  if (wanted === true) return [];
  const names = namesIn(wanted);
  if (names.length === 0) return [`${condition} is neither true nor a name nor a list of names`];
  const known = new Set(subjects.flatMap(({ facts }) => facts[condition] ?? []));
  return names.filter((name) => !known.has(name)).map((name) => `no operation or event type has the ${condition} ${name}`);
}

function namesIn(wanted: unknown): readonly string[] {
  return [wanted]
    .flat()
    .filter((name) => typeof name === 'string' || typeof name === 'number')
    .map(String);
}

function isCondition(name: string): name is Condition {
  return CONDITIONS.some((condition) => condition === name);
}
