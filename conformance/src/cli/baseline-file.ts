import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { Document, isMap, parseDocument } from 'yaml';
import { firstLine } from '../config/parse.ts';
import { rules } from '../generated/rules.ts';
import type { Baseline } from '../model/baseline.ts';
import { ConfigurationError } from '../model/configuration-error.ts';
import type { ConformanceResult } from '../model/result.ts';

const MEMBER = 'knownFailures';
const head = ` Rules that this target is known to break, each with why. They are judged all the same, are reported as known, and do not
 make a run fail; a rule that passes unexpectedly is named. '--update-baseline' rewrites the list and keeps what you say here.`;

/** Reads a file of known failures. @throws ConfigurationError when it cannot be read, or names a rule that there is not. */
export function readBaseline(file: string): Baseline {
  const known = new Map<string, string>();
  for (const [rule, why] of Object.entries(entriesOf(parsed(file, textOf(file)), file))) {
    if (!rules.some(({ id }) => id === rule)) throw new ConfigurationError(`${file}: ${MEMBER}.${rule} is no rule; correct or remove it.`);
    known.set(rule, typeof why === 'string' && why !== '' ? why : 'no reason is given');
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
    if (outcome === 'fail' && !document.hasIn([MEMBER, id])) document.setIn([MEMBER, id], failure?.message ?? 'fails');
  }
  writeFileSync(file, document.toString({ lineWidth: 0 }));
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
  throw new ConfigurationError(`${file}: ${MEMBER} must be a mapping of rules to the reason why they fail.`);
}

function isMapping(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error);
}
