import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import type { Finding } from './finding.ts';
import type { PlacedRule } from './read-rules.ts';
import { isNode, stringsOf } from './visitor.ts';

/** A node of the documents, or a problem, that says which rule it states. */
export interface RulePlace {
  readonly rule: string;
  /** File and JSON pointer of the node: `schemas/WebhookCreated.yaml#/properties/secret`. */
  readonly node: string;
}

/** What the marks `x-states` of the documents and `states` of problems.yaml say. */
export function readPlaces(folder: string): readonly RulePlace[] {
  const documents = ['asyncapi', 'openapi', 'schemas'].flatMap((name) =>
    readdirSync(join(folder, name), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.yaml'))
      .sort()
      .map((file) => join(name, file)),
  );
  const read = (file: string): unknown => parse(readFileSync(join(folder, file), 'utf8'));
  const problems: readonly { readonly code: string; readonly states?: unknown }[] = parse(
    readFileSync(join(folder, 'problems.yaml'), 'utf8'),
  );
  return [
    ...documents.flatMap((file) => placesIn(read(file), `${file}#`)),
    ...problems.flatMap(({ code, states }) => stringsOf(states).map((rule) => ({ rule, node: `problems.yaml#${code}` }))),
  ];
}

/** Each rule is stated by one node, or says why by none; each mark names a rule that there is. */
export function checkPlaces(rules: readonly PlacedRule[], places: readonly RulePlace[]): readonly Finding[] {
  const unknown = places.filter((place) => !rules.some(({ rule }) => rule.id === place.rule));
  return [
    ...unknown.map(({ rule, node }) => ({ where: node, message: `It states ${rule}, which no file of rules/ has. Correct the mark.` })),
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

function placesIn(value: unknown, node: string): readonly RulePlace[] {
  if (Array.isArray(value)) return value.flatMap((entry, index) => placesIn(entry, `${node}/${index}`));
  if (!isNode(value)) return [];
  return Object.entries(value).flatMap(([name, member]) =>
    name === 'x-states'
      ? stringsOf(member).map((rule) => ({ rule, node }))
      : placesIn(member, `${node}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`),
  );
}
