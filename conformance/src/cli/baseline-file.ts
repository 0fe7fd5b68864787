import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { Document, isMap, isSeq, parseDocument } from 'yaml';
import { firstLine } from '../config/parse.ts';
import { rules } from '../generated/rules.ts';
import type { Baseline, KnownFailure } from '../model/baseline.ts';
import { ConfigurationError } from '../model/configuration-error.ts';
import { isOwnRule } from '../model/own-check.ts';
import type { ConformanceResult } from '../model/result.ts';
import type { RuleFailure } from '../model/rule-result.ts';
import { parseEntry } from './baseline-entry.ts';

const MEMBER = 'knownFailures';
const head = ` Rules that this target is known to break: the fingerprints of the failures that are known, the reason, and if you like the owner and
 the last day on which the entry counts (expires: 2027-01-31). They are judged all the same and do not make a run fail; another failure
 of the same rule does. A rule that passes unexpectedly is named, and fails the run with '--fail-on stale'.
 '--update-baseline' adds fingerprints, takes out what passes, and keeps what you say here.`;

/** Reads a file of known failures. @throws ConfigurationError when it cannot be read, or names a rule that there is not. */
export function readBaseline(file: string): Baseline {
  const known = new Map<string, KnownFailure>();
  for (const [rule, entry] of Object.entries(entriesOf(parsed(file, textOf(file)), file))) {
    if (!isOwnRule(rule) && !rules.some(({ id }) => id === rule))
      throw new ConfigurationError(`${file}: ${MEMBER}.${rule} is no rule; correct or remove it.`);
    known.set(rule, parseEntry(entry, `${file}: ${MEMBER}.${rule}`));
  }
  return known;
}

/** Whether there is a file to read: the first `--update-baseline` makes it. */
export function hasBaseline(file: string): boolean {
  return existsSync(file) && statSync(file).size > 0;
}

/**
 * Writes what fails now, and takes out what passes; rules that were not judged, comments and reasons stay as they are.
 */
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
  if (other !== undefined) throw new ConfigurationError(`${file}: ${other} is not a setting; it holds ${MEMBER} alone.`);
  const value = content[MEMBER] ?? {};
  if (isMapping(value)) return value;
  throw new ConfigurationError(`${file}: ${MEMBER} must be a mapping of rules to their failures and the reason.`);
}

function isMapping(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error);
}
