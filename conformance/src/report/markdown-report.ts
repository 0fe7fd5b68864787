import { isKnownFailure } from '../model/baseline.ts';
import { causesFirst } from '../model/causes.ts';
import type { ConformanceResult, RuleResult } from '../model/result.ts';
import { addressOf, failureFacts, type Run } from './facts.ts';
import { pinnedSteps, shownBody, stepLines } from './failure-steps.ts';
import { describeHoldUp, describeServerError, holdUps, serverErrors, serverErrorTitle } from './hold-ups.ts';
import { nextStep } from './next-step.ts';
import { countsLine } from './outcomes.ts';
import { printableIn } from './printable.ts';

/** The result as Markdown for readers: the verdict, every failure, what could not be judged, and what was skipped. */
export function markdownReport(judged: ConformanceResult): string {
  const result = printableIn(judged);
  const { rules, conclusion, target, profile, seed, requests, durationMs } = result;
  const known = rules.filter(isKnownFailure);
  const [next, errors] = [nextStep(result), serverErrors(result)];
  return [
    `## ${addressOf(target)}: ${conclusion.verdict}`,
    `${conclusion.headline}.`,
    `${countsLine(result)}: ${requests} requests in ${(durationMs / 1000).toFixed(1)} s, profile ${profile}, seed ${seed}.`,
    ...(next === undefined ? [] : [`Next: ${inline(next)}`]),
    ...section('Held up by operations that are missing or broken', holdUps(result).map(describeHoldUp)),
    ...causesFirst(rules.filter(({ outcome }) => outcome === 'fail')).flatMap((rule) => failureSection(rule, result)),
    ...section(serverErrorTitle(errors), errors.map(describeServerError)),
    ...listed('Known to fail', known, ({ known: why }) => why),
    ...listed('Errors in the suite itself', rulesWith(rules, 'error')),
    ...listed('Too little was seen to judge', rulesWith(rules, 'inconclusive')),
    ...listed('Skipped', rulesWith(rules, 'skip')),
    '',
  ].join('\n\n');
}

function rulesWith(rules: readonly RuleResult[], outcome: RuleResult['outcome']): readonly RuleResult[] {
  return rules.filter((rule) => rule.outcome === outcome);
}

function failureSection(rule: RuleResult, run: Run): readonly string[] {
  const { id, statement, failure } = rule;
  if (failure === undefined || isKnownFailure(rule)) return [];
  const facts = failureFacts(rule, failure, run).map(([name, value]) => `${name.padEnd(13)} ${shownBody(value)}`);
  const steps = pinnedSteps(failure).flatMap(stepLines);
  return [
    `### ✗ ${id} ${inline(statement)}`,
    fenced(facts.join('\n')),
    ...(steps.length === 0 ? [] : [folded('What was sent, and what came back', steps)]),
  ];
}

function listed(
  title: string,
  rules: readonly RuleResult[],
  why = ({ reason }: RuleResult): string | null | undefined => reason,
): readonly string[] {
  return section(
    title,
    rules.map((rule) => `${rule.id}: ${why(rule) ?? ''}`),
  );
}

function section(title: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : [`### ${title}`, lines.map((line) => `- ${inline(line)}`).join('\n')];
}

/** A fence that is longer than any in the text, so that no text of a target is read as Markdown or HTML. */
function fenced(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}text\n${text}\n${fence}`;
}

/** Lines that a reader can unfold. */
function folded(title: string, lines: readonly string[]): string {
  return `<details><summary>${title}</summary>\n\n${fenced(lines.join('\n'))}\n\n</details>`;
}

function inline(text: string): string {
  return text.replaceAll(/\s+/g, ' ').replaceAll(/[\\`*_[\]<>&|~#]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
