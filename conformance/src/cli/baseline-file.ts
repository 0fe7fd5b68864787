import { existsSync, statSync, writeFileSync } from 'node:fs';
import { Document, isMap, isSeq, parseDocument } from 'yaml';
import { firstLine } from '../config/parse.ts';
import { baselineSchema, violationOf } from '../config/schema.ts';
import { rules } from '../generated/rules.ts';
import type { Baseline, KnownFailure } from '../model/baseline.ts';
import { ConfigurationError, textIn } from '../model/configuration-error.ts';
import { isOwnRule } from '../model/judged-rule.ts';
import type { ConformanceResult, RuleFailure } from '../model/result.ts';

const MEMBER = 'knownFailures';
const NO_REASON = 'no reason is given';
const head = ` Rules that this target is known to break. Each entry has the fingerprints of the known failures and the reason. It may also
 have an owner, and the last day on which it counts (expires: 2027-01-31). The suite judges these rules as it does any other,
 but a known failure does not fail the run. Another failure of the same rule does. The report names a rule that passes
 unexpectedly; with '--fail-on stale' it fails the run.
 '--update-baseline' adds fingerprints, removes rules that pass, and keeps everything else that you write here.`;

/** Reads a file of known failures. @throws ConfigurationError when it cannot be read, or names a rule that does not exist. */
export function readBaseline(file: string): Baseline {
  const content: unknown = parsed(file).toJS() ?? {};
  const violation = violationOf(baselineSchema, content);
  if (violation !== undefined) throw new ConfigurationError(`${file}: ${violation}.`);
  const { [MEMBER]: known } = content as { [MEMBER]?: Readonly<Record<string, Partial<KnownFailure>>> | null };
  return new Map(
    Object.entries(known ?? {}).map(([rule, { failures, reason = NO_REASON, ...entry }]) => {
      if (!isOwnRule(rule) && !rules.some(({ id }) => id === rule))
        throw new ConfigurationError(`${file}: ${MEMBER}.${rule} is not a rule; correct or remove it.`);
      return [rule, { failures: failures ?? [], reason, ...entry }];
    }),
  );
}

/** Whether there is a file to read. The first `--update-baseline` makes it. */
export function hasBaseline(file: string): boolean {
  return existsSync(file) && statSync(file).size > 0;
}

/** Adds what fails now, and removes what passes. Rules that were not judged, comments and reasons stay as they are. */
export function updateBaseline(file: string, result: ConformanceResult): void {
  const document = hasBaseline(file) ? parsed(file) : emptyBaseline();
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

function parsed(file: string): Document {
  const document = parseDocument(textIn(file, 'make it with --update-baseline', `--baseline: ${file}`));
  const [error] = document.errors;
  if (error) throw new ConfigurationError(`${file}: is not valid YAML: ${firstLine(error)}.`);
  return document as Document;
}
