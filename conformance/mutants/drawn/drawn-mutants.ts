import { operations } from '../../src/generated/operations.ts';
import { type RuleId, rules } from '../../src/generated/rules.ts';
import type { Mutant } from '../mutant.ts';
import { access } from './access.ts';
import { credentials } from './credentials.ts';
import { events } from './events.ts';
import { guards } from './guards.ts';
import { keyedLog } from './keyed-log.ts';
import { keys } from './keys.ts';
import { lists } from './lists.ts';
import { malformed } from './malformed.ts';
import { members } from './members.ts';
import { neighbours } from './neighbours.ts';
import { replays } from './replays.ts';
import { spellings } from './spellings.ts';
import type { EventTemplate, Templates } from './template.ts';

const templates: Templates = {
  ...access,
  ...credentials,
  ...keys,
  ...guards,
  ...lists,
  ...malformed,
  ...spellings,
  ...replays,
  ...members,
  ...neighbours,
};

/** All faulty services that can be drawn, grouped by template. */
export const candidates: readonly (readonly Mutant[])[] = [
  ...Object.entries(templates).map(([name, template]) => atOperations(name, template)),
  ...Object.entries({ ...events, ...keyedLog }).map(([name, template]) => forTypes(name, template)),
];

/** A faulty service for each operation that the rule of a template binds, and for which its fault is possible. */
function atOperations(name: string, template: Templates[keyof Templates]): readonly Mutant[] {
  const rule = ruleOf(name);
  const { applies, fault } = typeof template === 'function' ? { applies: () => true, fault: template } : template;
  const possible = Object.values(operations).filter((operation) => operation.rules.includes(rule) && applies(operation));
  return possible.map(({ id }) => ({ id: `${name}-at-${id}`, mustBreak: [rule], fault: fault(id) }));
}

function forTypes(name: string, { applies = () => true, deliveryFault, fault }: EventTemplate): readonly Mutant[] {
  const rule = ruleOf(name);
  const bound = rules.find(({ id }) => id === rule)?.operations ?? [];
  const types = bound.filter((type) => type.includes('.') && applies(type));
  return types.map((type) => ({
    id: `${name}-in-${type}`,
    mustBreak: [rule],
    ...(deliveryFault && { deliveryFault: deliveryFault(type) }),
    ...(fault && { fault: fault(type) }),
  }));
}

/** The rule that a name begins with. */
function ruleOf(name: string): RuleId {
  const rule = rules.find(({ id }) => name.startsWith(`${id}-`));
  if (rule === undefined) throw new Error(`no rule ${name}`);
  return rule.id;
}

/** One faulty service for each template. The seed chooses the operation or event type. */
export function drawnMutants(seed: number): readonly Mutant[] {
  return candidates.flatMap((ofTemplate, index) => {
    // These primes spread neighbouring seeds and templates over different operations.
    const chosen = ofTemplate[Math.abs((seed + 1) * 7919 + index * 104_729) % ofTemplate.length];
    return chosen === undefined ? [] : [chosen];
  });
}
