import { patternWords } from '../generated/pattern-words.ts';
import { Problem, type Violation } from '../problem.ts';

/** A fault as a validator reports it. */
export interface Misfit {
  readonly keyword: string;
  readonly instancePath: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/** A request with a thousand wrong members is answered with as many of them. */
const VIOLATIONS_MAX = 50;

/** The refusal of a request with faults, in words: its detail says them all, since many clients show nothing else. */
export function schemaViolation(violations: readonly Violation[]): Problem {
  const shown = violations.slice(0, VIOLATIONS_MAX);
  const more = violations.length - shown.length;
  const faults = [...shown.map(({ detail }) => detail), ...(more > 0 ? [`and ${more} more`] : [])];
  return new Problem('schema-violation', { detail: `The request does not fit the contract: ${faults.join('; ')}.`, errors: shown });
}

/** Faults that a handler found, as one sentence, each with its place. */
export function sentenceOf(violations: readonly Violation[]): string {
  const faults = violations.map(
    ({ in: place, pointer, detail }) => `${memberName(pointer) || `the ${place}`}: ${detail.replace(/\.$/, '')}`,
  );
  return `${faults.join('; ')}.`;
}

/** What a validator found, each place once and in words: neither a pattern nor a value stands in them. */
export function violationsOf(place: Violation['in'], misfits: readonly Misfit[]): readonly Violation[] {
  const violations = new Map<string, Violation>();
  for (const { keyword, instancePath, params } of misfits) {
    // It only says that one of the keywords inside it has failed, and that one says so itself.
    if (keyword === 'if') continue;
    const pointer = keyword === 'required' ? `${instancePath}/${escaped(String(params.missingProperty))}` : instancePath;
    if (violations.has(pointer)) continue;
    violations.set(pointer, { in: place, pointer, detail: `${memberName(pointer) || `the ${place}`} ${reasonOf(keyword, params)}` });
  }
  return [...violations.values()];
}

/** A name as a step of a JSON pointer. */
export function escaped(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}

/** `/righe/0/prezzo` as people write it: `righe[0].prezzo`. */
function memberName(pointer: string): string {
  const steps = pointer.split('/').slice(1);
  const written = steps.map((step) => (/^\d+$/.test(step) ? `[${step}]` : `.${step.replaceAll('~1', '/').replaceAll('~0', '~')}`));
  return written.join('').replace(/^\./, '');
}

function reasonOf(keyword: string, params: Misfit['params']): string {
  return REASONS[keyword]?.(params) ?? 'does not fit the contract';
}

const REASONS: Readonly<Record<string, (params: Misfit['params']) => string>> = {
  required: () => 'is required',
  type: ({ type }) => `must be ${[type].flat().map(kindOf).join(' or ')}`,
  enum: ({ allowedValues }) => `must be ${[allowedValues].flat().length > 1 ? 'one of ' : ''}${[allowedValues].flat().join(', ')}`,
  pattern: ({ pattern }) => `must be ${patternWords[String(pattern)] ?? 'written as the contract says'}`,
  format: ({ format }) => `must be ${FORMATS[String(format)] ?? 'written as the contract says'}`,
  minLength: ({ limit }) => (limit === 1 ? 'must not be empty' : `must have at least ${limit} characters`),
  maxLength: ({ limit }) => `must have at most ${limit} characters`,
  minItems: ({ limit }) => (limit === 1 ? 'must not be empty' : `must have at least ${limit} entries`),
  maxItems: ({ limit }) => `must have at most ${limit} entries`,
  uniqueItems: () => 'must not hold an entry twice',
  minimum: ({ limit }) => `must be at least ${limit}`,
  maximum: ({ limit }) => `must be at most ${limit}`,
};

function kindOf(type: unknown): string {
  return KINDS[String(type)] ?? String(type);
}

const KINDS: Readonly<Record<string, string>> = {
  string: 'a text',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
};

const FORMATS: Readonly<Record<string, string>> = {
  date: 'a day such as 2026-01-31',
  'date-time': 'a time such as 2026-01-31T12:00:00Z',
  email: 'a mail address',
  int64: 'a whole number',
  uri: 'an address such as https://example.com/',
  'uri-reference': 'an address or a path',
  uuid: 'a UUID',
};
