import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { Document, isMap, isSeq, parseDocument } from 'yaml';
import { nearest } from '#runtime';
import { firstLine } from '../config/parse.ts';
import { rules } from '../generated/rules.ts';
import type { Baseline, KnownFailure } from '../model/baseline.ts';
import { ConfigurationError } from '../model/configuration-error.ts';
import { isOwnRule } from '../model/judged-rule.ts';
import type { ConformanceResult, RuleFailure } from '../model/result.ts';

const MEMBER = 'knownFailures';
const head = ` Rules that this target is known to break. Each entry has the fingerprints of the known failures and the reason. It may also
 have an owner, and the last day on which it counts (expires: 2027-01-31). The suite judges these rules as it does any other,
 but a known failure does not fail the run. Another failure of the same rule does. The report names a rule that passes
 unexpectedly; with '--fail-on stale' it fails the run.
 '--update-baseline' adds fingerprints, removes rules that pass, and keeps everything else that you write here.`;

/** Reads a file of known failures. @throws ConfigurationError when it cannot be read, or names a rule that does not exist. */
export function readBaseline(file: string): Baseline {
  const known = new Map<string, KnownFailure>();
  for (const [rule, entry] of Object.entries(entriesOf(parsed(file, textOf(file)), file))) {
    if (!isOwnRule(rule) && !rules.some(({ id }) => id === rule))
      throw new ConfigurationError(`${file}: ${MEMBER}.${rule} is not a rule; correct or remove it.`);
    known.set(rule, parseEntry(entry, `${file}: ${MEMBER}.${rule}`));
  }
  return known;
}

/** Whether there is a file to read. The first `--update-baseline` makes it. */
export function hasBaseline(file: string): boolean {
  return existsSync(file) && statSync(file).size > 0;
}

/** Adds what fails now, and removes what passes. Rules that were not judged, comments and reasons stay as they are. */
export function updateBaseline(file: string, result: ConformanceResult): void {
  const document = hasBaseline(file) ? parsed(file, textOf(file)) : emptyBaseline();
  if (!isMap(document.get(MEMBER))) document.set(MEMBER, document.createNode({}));
  for (const { id, outcome, failure } of result.rules) {
    if (outcome === 'pass') document.deleteIn([MEMBER, id]);
    if (failure !== undefined) noteFailure(document, id, failure);
  }
  writeFileSync(file, document.toString({ lineWidth: 0 }));
}

function noteFailure(document: Document, rule: string, { message, fingerprint }: RuleFailure): void {
  const place = [MEMBER, rule];
  if (!document.hasIn(place)) document.setIn(place, document.createNode({ failures: [], reason: message }));
  const known = document.getIn([...place, 'failures']);
  if (!isSeq(known)) document.setIn([...place, 'failures'], document.createNode([fingerprint]));
  else if (!known.toJSON().includes(fingerprint)) known.add(fingerprint);
}

function emptyBaseline(): Document {
  const document = new Document({ [MEMBER]: {} });
  document.commentBefore = head;
  return document;
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new ConfigurationError(`--baseline: ${file} cannot be read (${codeOf(error)}); make it with --update-baseline.`);
  }
}

function parsed(file: string, text: string): Document {
  const document = parseDocument(text);
  const [error] = document.errors;
  if (error) throw new ConfigurationError(`${file}: is not valid YAML: ${firstLine(error)}.`);
  return document as Document;
}

function entriesOf(document: Document, file: string): Record<string, unknown> {
  const content: unknown = document.toJS() ?? {};
  if (!isMapping(content)) throw new ConfigurationError(`${file}: must be a mapping with ${MEMBER}.`);
  const other = Object.keys(content).find((name) => name !== MEMBER);
  if (other !== undefined) throw new ConfigurationError(`${file}: ${other} is not a setting; the only one is ${MEMBER}.`);
  const value = content[MEMBER] ?? {};
  if (isMapping(value)) return value;
  throw new ConfigurationError(`${file}: ${MEMBER} must be a mapping from each rule to its failures and the reason.`);
}

function isMapping(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error);
}

const members = ['failures', 'reason', 'owner', 'expires'] as const;
const NO_REASON = 'no reason is given';

/** Reads the entry of one rule in a baseline. @param where the file and the place in it @throws ConfigurationError */
function parseEntry(value: unknown, where: string): KnownFailure {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new ConfigurationError(`${where} must be a mapping with ${members.join(', ')}; --update-baseline adds the failures.`);
  const entry = value as Readonly<Record<string, unknown>>;
  for (const name of Object.keys(entry)) refuseOther(name, where);
  const [reason, owner, expires] = [memberOf(entry, 'reason', where), memberOf(entry, 'owner', where), memberOf(entry, 'expires', where)];
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

function memberOf(entry: Readonly<Record<string, unknown>>, name: string, where: string): string | undefined {
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
