import type { UserContext } from '@redocly/openapi-core';
import { LIMIT_IN_TEXT, limitWords, NUMBER_WITH_UNIT } from '../../binding/limit-text.ts';
import type { Contract } from '../contract.ts';
import { insteadOf } from '../nearest-name.ts';
import { isNode, type Node } from '../visitor.ts';

const TEXTS = ['title', 'summary', 'description'];

/** Marks of ours and files of ours, which a reader of the published documents has no use for. */
const INTERNAL = /\bD-\d\d\b|\bx-[a-z][a-z-]*|\w\.yaml\b/;

/** Texts are for readers of the API: they hold no mark of this repository, and each number that is a limit is taken from its row. */
export function publishedTexts(contract: Contract): { any: Check; ref: Check } {
  const check = (node: Node, context: UserContext, location: UserContext['location']): void => {
    for (const member of TEXTS) {
      const text = node[member];
      if (typeof text !== 'string') continue;
      for (const message of faultsOf(text, contract)) context.report({ message, location: location.child([member]) });
    }
  };
  return {
    any: (node, context) => {
      if (isNode(node)) check(node, context, context.location);
    },
    ref: (node, context) => {
      if (isNode(node)) check(node, context, context.rawLocation);
    },
  };
}

type Check = (node: unknown, context: UserContext) => void;

function faultsOf(text: string, { rules, limits }: Contract): readonly string[] {
  const faults: string[] = [];
  const [mark] = INTERNAL.exec(text) ?? rules.map(({ rule }) => rule.id).filter((id) => text.includes(id));
  if (mark !== undefined) faults.push(`A reader of the published text does not know ${mark}. Say it without.`);
  const [number] = NUMBER_WITH_UNIT.exec(text) ?? [];
  if (number !== undefined) faults.push(`The text repeats a number, ${number}. Take it from limits.yaml: {limit:idempotencyRetention}.`);
  for (const [, name = ''] of text.matchAll(LIMIT_IN_TEXT)) {
    const limit = limits.get(name);
    if (limit === undefined) faults.push(`limits.yaml has no ${name}. ${insteadOf(name, [...limits.keys()])}`);
    else if (limitWords(limit) === undefined) faults.push(`${name} is no single number with a unit. Say it without its value.`);
  }
  return faults;
}
