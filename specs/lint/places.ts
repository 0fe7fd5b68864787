import type { Finding } from './finding.ts';
import type { PlacedRule } from './read-rules.ts';
import { yamlFiles } from './registers.ts';
import { SourceFile } from './source-file.ts';
import { nodesOf, stringsOf } from './visitor.ts';

/** A node of the documents, or a problem, that says which rule it states. */
export interface RulePlace {
  readonly rule: string;
  /** File and JSON pointer of the node: `schemas/WebhookCreated.yaml#/properties/secret`. */
  readonly node: string;
  /** File and line of the mark. */
  readonly at: string;
}

/**
 * What the marks `x-states` of the documents and `states` of problems.yaml say.
 *
 * @throws {ContractError} for a file that is not well-formed
 */
export function readPlaces(folder: string): readonly RulePlace[] {
  const documents = ['asyncapi', 'openapi', 'schemas'].flatMap((name) => yamlFiles(folder, name));
  const problems = new SourceFile(folder, 'problems.yaml');
  return [
    ...documents.flatMap((name) => {
      const file = new SourceFile(folder, name);
      return placesIn(file.content, []).map(({ rule, path }) => ({
        ...{ rule, node: `${name}#${path.map((step) => `/${step.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')}` },
        at: file.at(...path, 'x-states'),
      }));
    }),
    ...nodesOf(problems.content).flatMap(({ code, states }, index) =>
      stringsOf(states).map((rule) => ({ rule, node: `problems.yaml#${String(code)}`, at: problems.at(index) })),
    ),
  ];
}

/** Each rule is stated by one node, or says why by none; each mark names a rule that there is. */
export function checkPlaces(rules: readonly PlacedRule[], places: readonly RulePlace[]): readonly Finding[] {
  const unknown = places.filter((place) => !rules.some(({ rule }) => rule.id === place.rule));
  return [
    ...unknown.map(({ rule, at }) => ({ where: at, message: `It states ${rule}, which no file of rules/ has. Correct the mark.` })),
    ...rules.flatMap(({ rule: { id, nowhere }, at }) => {
      const nodes = places.filter(({ rule }) => rule === id).map(({ node }) => node);
      const fault = faultOf(nodes, nowhere);
      return fault === undefined ? [] : [{ where: at, message: `${id}: ${fault}` }];
    }),
  ];
}

function faultOf(nodes: readonly string[], nowhere: string | undefined): string | undefined {
  if (nodes.length > 1) return `${nodes.join(' and ')} state it. Keep the mark where the rule belongs most, and no other.`;
  if (nodes.length === 1) return nowhere === undefined ? undefined : `${nodes[0]} states it. Take nowhere away.`;
  if (nowhere !== undefined) return undefined;
  return 'nothing states it. Add it to x-states of a schema, parameter, header or response, to states of a problem, or say why under nowhere.';
}

/** The marks inside a value, each with the members that lead to it. */
function placesIn(value: unknown, path: readonly string[]): readonly { readonly rule: string; readonly path: readonly string[] }[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]: [string, unknown]) =>
    name === 'x-states' ? stringsOf(member).map((rule) => ({ rule, path })) : placesIn(member, [...path, name]),
  );
}
