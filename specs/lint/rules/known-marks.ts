import type { UserContext } from '@redocly/openapi-core';
import { insteadOf } from '../nearest-name.ts';
import { isNode, type Node, stringsOf } from '../visitor.ts';

/** A mark: the kinds of nodes that it may stand on, any without a list, and what it may say. */
interface Mark {
  readonly on?: readonly string[];
  readonly says: (value: unknown) => boolean;
  /** An example of what it says. */
  readonly such: string;
}

const isText = (value: unknown): boolean => typeof value === 'string' && value !== '';
const isTrue = (value: unknown): boolean => value === true;
const isList = (value: unknown): boolean => stringsOf(value).length > 0;

/** Every mark that there is. An unknown one says nothing to anybody, and what it was meant to say is missed by nobody. */
const MARKS: Readonly<Record<string, Mark>> = {
  'x-clause': { says: isText, such: "'Delivery: 4'" },
  'x-chosen': { says: (value) => isText(value) || isNode(value), such: 'D-06' },
  'x-states': { says: isList, such: '[IDEM-04]' },
  'x-fires': { on: ['Operation'], says: isText, such: 'Documento.Emit' },
  'x-does': { on: ['Operation'], says: isNode, such: '{ create: articolo }' },
  'x-idempotency': { on: ['Operation'], says: isTrue, such: 'true' },
  'x-concurrency': { on: ['Operation'], says: isTrue, such: 'true' },
  'x-problems': { on: ['Response'], says: isList, such: '[not-found]' },
  'x-label': { on: ['Schema'], says: isText, such: 'nome' },
  'x-words': { on: ['Schema'], says: isText, such: 'a decimal such as 12.50' },
  'x-references': { on: ['Schema'], says: isNode, such: '{ articoloId: articolo }' },
  'x-header-word': {
    on: ['Header', 'Parameter', 'SecurityScheme', 'Schema'],
    says: (value) => typeof value === 'string' && value.includes('{word}'),
    such: "'X-{word}-ApiKey'",
  },
  'x-deprecation': { on: ['Operation', 'Parameter', 'Header', 'Schema'], says: isNode, such: '{ since, sunset, instead }' },
  'x-set-by': { on: ['Parameter', 'Header'], says: (value) => value === 'client' || value === 'pipeline', such: 'client' },
  'x-example-signature': {
    on: ['Schema'],
    says: (value) => isNode(value) && typeof value.secret === 'string' && typeof value.t === 'number',
    such: '{ secret: whsec_EXAMPLE, t: 1741946525 }',
  },
};

/** Computed by the build; leaves-bindings says so. */
const COMPUTED = 'x-rules';

/** Marks are a closed list: each is known, stands where it means something, and says what it can say. */
export function knownMarks(): { any: (node: unknown, context: UserContext) => void; ref: (node: unknown, context: UserContext) => void } {
  return {
    any: (node, context) => {
      if (isNode(node)) check(node, context, context.location);
    },
    // What stands beside a reference is no part of what it leads to.
    ref: (node, context) => {
      if (isNode(node)) check(node, context, context.rawLocation);
    },
  };
}

function check(node: Node, context: UserContext, location: UserContext['location']): void {
  for (const [name, value] of Object.entries(node)) {
    const fault = name.startsWith('x-') && name !== COMPUTED ? faultOf(name, value, context.type.name) : undefined;
    if (fault !== undefined) context.report({ message: fault, location: location.child([name]).key() });
  }
}

function faultOf(name: string, value: unknown, kind: string): string | undefined {
  const mark = Object.hasOwn(MARKS, name) ? MARKS[name] : undefined;
  if (mark === undefined) return `There is no mark ${name}. ${insteadOf(name, Object.keys(MARKS))}`;
  if (mark.on !== undefined && !mark.on.includes(kind))
    return `${name} belongs on ${mark.on.join(', ')}, and this is ${kind}. Move it there.`;
  return mark.says(value) ? undefined : `${name} cannot say this. Write it as ${name}: ${mark.such}.`;
}
