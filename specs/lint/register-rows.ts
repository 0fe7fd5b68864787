import type { Finding } from './finding.ts';
import { insteadOf } from './nearest-name.ts';
import type { SourceFile } from './source-file.ts';
import { isNode, nodeOf } from './visitor.ts';

/** What a member of a row is: one of some names, or a value of some kind. */
type Kind = readonly string[] | 'text' | 'number' | 'flag' | 'list' | 'anything';

/** The members that the rows of a register have: those that each needs, and those that it may have. */
interface Members {
  readonly needed: Readonly<Record<string, Kind>>;
  readonly free: Readonly<Record<string, Kind>>;
}

const UNITS = ['ms', 's', 'min', 'h', 'd', 'KiB', 'MiB', 'characters', 'entries', 'times', 'share', 'number', 'text', 'pattern'];

export const PROBLEM: Members = {
  needed: { code: 'text', status: 'number', retryable: 'flag', raisedBy: ['pipeline', 'handler'], title: 'text' },
  free: { states: 'list' },
};

export const LIMIT: Members = {
  needed: { description: 'text', value: 'anything', unit: UNITS, better: ['higher', 'lower', 'neither'] },
  free: { clause: 'text', decision: 'text', words: 'text' },
};

export const RULE: Members = {
  needed: { id: 'text', level: ['stated', 'chosen'], role: ['service', 'receiver', 'client'], clause: 'text', statement: 'text' },
  free: { strength: ['should'], decisions: 'list', unobservable: 'text', nowhere: 'text', binds: 'anything' },
};

/** Every row has the members that it needs and none that is unknown, and each says what it can say. */
export function checkRows(file: SourceFile, { needed, free }: Members): readonly Finding[] {
  const { content } = file;
  if (typeof content !== 'object' || content === null) return [{ where: file.at(), message: 'It holds no rows. Write some.' }];
  const known = { ...needed, ...free };
  return Object.entries(content).flatMap(([name, row]: [string, unknown]) => {
    if (!isNode(row)) return [{ where: file.at(name), message: `The row has no members. It needs ${Object.keys(needed).join(', ')}.` }];
    const missing = Object.keys(needed).filter((member) => row[member] === undefined);
    return [
      ...missing.map((member) => ({ where: file.at(name), message: `The row has no ${member}. Add it.` })),
      ...Object.entries(row).flatMap(([member, value]) => {
        const fault = faultOf(member, value, known);
        return fault === undefined ? [] : [{ where: file.at(name, member), message: fault }];
      }),
    ];
  });
}

function faultOf(member: string, value: unknown, known: Readonly<Record<string, Kind>>): string | undefined {
  const kind = Object.hasOwn(known, member) ? known[member] : undefined;
  if (kind === undefined) return `A row has no member ${member}. ${insteadOf(member, Object.keys(known))}`;
  if (typeof kind !== 'string')
    return kind.includes(String(value)) ? undefined : `There is no ${member} ${String(value)}. ${insteadOf(String(value), kind)}`;
  return isOfKind(value, kind) ? undefined : `${member} must be a ${kind}. Correct it.`;
}

function isOfKind(value: unknown, kind: Exclude<Kind, readonly string[]>): boolean {
  if (kind === 'anything') return true;
  if (kind === 'list') return Array.isArray(value);
  return typeof value === { text: 'string', number: 'number', flag: 'boolean' }[kind];
}

/** The value of a limit that is a pattern is one. */
export function checkValues(file: SourceFile): readonly Finding[] {
  return Object.entries(nodeOf(file.content)).flatMap(([name, row]) => {
    const { value, unit } = nodeOf(row);
    if (unit !== 'pattern' || isPattern(String(value))) return [];
    return [{ where: file.at(name, 'value'), message: 'The pattern is no regular expression. Correct it.' }];
  });
}

/** Whether a text is a regular expression, read as JSON Schema reads it. */
export function isPattern(text: string): boolean {
  try {
    return new RegExp(text, 'u') instanceof RegExp;
  } catch {
    return false;
  }
}
