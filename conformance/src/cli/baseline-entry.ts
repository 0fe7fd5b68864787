import { nearest } from '#runtime';
import type { KnownFailure } from '../model/baseline.ts';
import { ConfigurationError } from '../model/configuration-error.ts';

const members = ['failures', 'reason', 'owner', 'expires'] as const;
const NO_REASON = 'no reason is given';

/** Reads the entry of one rule in a baseline. @param where the file and the place in it @throws ConfigurationError */
export function parseEntry(value: unknown, where: string): KnownFailure {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new ConfigurationError(`${where} must be a mapping with ${members.join(', ')}; --update-baseline adds the failures.`);
  const entry = value as Readonly<Record<string, unknown>>;
  for (const name of Object.keys(entry)) refuseOther(name, where);
  const [reason, owner, expires] = [textOf(entry, 'reason', where), textOf(entry, 'owner', where), textOf(entry, 'expires', where)];
  if (expires !== undefined && !isDay(expires))
    throw new ConfigurationError(`${where}.expires: ${expires} is not a date; write one such as 2027-01-31.`);
  return {
    failures: fingerprintsOf(entry.failures ?? [], where),
    reason: reason ?? NO_REASON,
    ...(owner !== undefined && { owner }),
    ...(expires !== undefined && { expires }),
  };
}

function refuseOther(name: string, where: string): void {
  if (members.some((member) => member === name)) return;
  const meant = nearest(name, members);
  throw new ConfigurationError(`${where}.${name} is not a setting; ${meant === undefined ? 'remove it' : `write ${meant}`}.`);
}

function textOf(entry: Readonly<Record<string, unknown>>, name: string, where: string): string | undefined {
  const value = entry[name];
  if (value === undefined || (typeof value === 'string' && value !== '')) return value;
  throw new ConfigurationError(`${where}.${name} must be text, and not empty.`);
}

function fingerprintsOf(value: unknown, where: string): readonly string[] {
  if (Array.isArray(value) && value.every((one) => typeof one === 'string')) return value;
  throw new ConfigurationError(`${where}.failures must be a list of fingerprints, as --update-baseline writes them, each in quotes.`);
}

function isDay(text: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text));
}
