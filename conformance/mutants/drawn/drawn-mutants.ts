import { type Operation, operations } from '../../src/generated/operations.ts';
import { rules } from '../../src/generated/rules.ts';
import type { Mutant } from '../mutant.ts';
import { access } from './access.ts';
import { credentials } from './credentials.ts';
import { events } from './events.ts';
import { expiredTokens } from './expired-tokens.ts';
import { guardedContent } from './guarded-content.ts';
import { guards } from './guards.ts';
import { keyedLog } from './keyed-log.ts';
import { keys } from './keys.ts';
import { lists } from './lists.ts';
import { malformed } from './malformed.ts';
import { members } from './members.ts';
import { neighbours } from './neighbours.ts';
import { refusedBodies } from './refused-bodies.ts';
import { replays } from './replays.ts';
import { spellings } from './spellings.ts';
import { storedAnswers } from './stored-answers.ts';
import type { EventTemplate, Template } from './template.ts';
import { users } from './users.ts';

const templates: readonly Template[] = [
  ...access,
  ...credentials,
  ...expiredTokens,
  ...keys,
  ...guards,
  ...guardedContent,
  ...lists,
  ...malformed,
  ...spellings,
  ...users,
  ...replays,
  ...storedAnswers,
  ...refusedBodies,
  ...members,
  ...neighbours,
];

/** All faulty services that can be drawn, grouped by template. */
export const candidates: readonly (readonly Mutant[])[] = [
  ...templates.map((template) => operationsOf(template).map((operation) => mutantAt(template, operation))),
  ...[...events, ...keyedLog].map((template) => typesOf(template).map((type) => mutantOf(template, type))),
];

/** The operations that the rule of a template binds, and for which its fault is possible. */
function operationsOf({ rule, applies = () => true }: Template): readonly Operation[] {
  return Object.values(operations).filter((operation) => operation.rules.includes(rule) && applies(operation));
}

function mutantAt({ rule, name, fault }: Template, { id }: Operation): Mutant {
  return { id: `${rule}-${name}-at-${id}`, mustBreak: [rule], fault: fault(id) };
}

function typesOf({ rule, applies = () => true }: EventTemplate): readonly string[] {
  return rules.find(({ id }) => id === rule)?.operations.filter((name) => name.includes('.') && applies(name)) ?? [];
}

function mutantOf({ rule, name, deliveryFault, fault }: EventTemplate, type: string): Mutant {
  return {
    id: `${rule}-${name}-in-${type}`,
    mustBreak: [rule],
    ...(deliveryFault && { deliveryFault: deliveryFault(type) }),
    ...(fault && { fault: fault(type) }),
  };
}

/** One faulty service for each template. The seed chooses the operation or event type. */
export function drawnMutants(seed: number): readonly Mutant[] {
  return candidates.flatMap((ofTemplate, index) => {
    // These primes spread neighbouring seeds and templates over different operations.
    const chosen = ofTemplate[Math.abs((seed + 1) * 7919 + index * 104_729) % ofTemplate.length];
    return chosen === undefined ? [] : [chosen];
  });
}
