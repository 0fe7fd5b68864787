import { isKnownFailure } from '../../model/baseline.ts';
import type { ConformanceResult } from '../../model/result.ts';
import type { RuleResult } from '../../model/rule-result.ts';
import { targetFacts } from '../judged-target.ts';
import { nextStep } from '../next-step.ts';
import { type Markup, markup } from './markup.ts';
import { type Shown, shown } from './outcome.ts';

const order: readonly Shown['name'][] = ['fail', 'error', 'known', 'inconclusive', 'skip', 'pass'];

/** The outcome of the run at a glance. */
export function summary(result: ConformanceResult): Markup {
  const { rules, target, profile, budget, seed, startedAt, durationMs, requests } = result;
  const facts: readonly (readonly [string, string])[] = [
    ...targetFacts(target),
    ['Profile, budget', `${profile}, ${budget}`],
    ['Seed', String(seed)],
    ['Started', startedAt.replace('T', ' ').replace(/\.\d+Z$/, ' UTC')],
    ['Took', `${(durationMs / 1000).toFixed(1)} s, ${requests} requests`],
  ];
  const next = nextStep(result);
  const counts = order.flatMap((name) => {
    const found = rules.filter((rule) => shown(rule).name === name);
    return found.length === 0 ? [] : [{ name, found }];
  });
  return markup`<header>
<p class="kind">Conformance report</p>
${verdict(result)}
<p>${result.conclusion.headline}</p>
${next !== undefined && markup`<p class="next"><b>Next:</b> ${next}</p>`}
<div class="bar" aria-hidden="true">${counts.map(({ name, found }) => markup`<i class="${name}" style="flex-grow:${found.length}"></i>`)}</div>
<ul class="counts">${counts.map(({ name, found }) => count(name, found))}</ul>
<dl class="facts">${facts.map(([name, value]) => markup`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>
</header>`;
}

function verdict({ conclusion, rules, target: { role } }: ConformanceResult): Markup {
  const known = rules.filter(isKnownFailure).length;
  const code = conclusion.exitCode;
  if (code === 1) return markup`<h1 class="fail">✗ The ${role} does not conform</h1>`;
  if (code === 2) return markup`<h1 class="error">! The run could not tell whether the ${role} conforms</h1>`;
  return known > 0
    ? markup`<h1 class="known">✓ The ${role} breaks no rules except those known to fail</h1>`
    : markup`<h1 class="pass">✓ The ${role} conforms</h1>`;
}

function count(name: Shown['name'], found: readonly RuleResult[]): Markup {
  const [first] = found;
  if (first === undefined) return markup``;
  const { sign } = shown(first);
  const word = {
    pass: 'passed',
    fail: 'failed',
    known: 'known to fail',
    skip: 'skipped',
    inconclusive: 'inconclusive',
    error: 'suite errors',
  }[name];
  return markup`<li class="${name}"><b>${found.length}</b> <span aria-hidden="true">${sign}</span> ${word}</li>`;
}
