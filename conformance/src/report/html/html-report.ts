import { isKnownFailure } from '../../model/baseline.ts';
import type { ConformanceResult, RuleResult } from '../../model/result.ts';
import { pairsOf } from '../coverage-lines.ts';
import { addressOf, targetFacts } from '../facts.ts';
import { describeHoldUp, describeServerError, holdUps, serverErrors, serverErrorTitle } from '../hold-ups.ts';
import { leftTexts, leftTitle } from '../left-lines.ts';
import { Markup, markup, prose } from '../markup.ts';
import { nextStep } from '../next-step.ts';
import { shown } from '../outcomes.ts';
import { suite } from '../suite.ts';
import { failures } from './failure.ts';
import { style } from './style.ts';

const titles: Readonly<Record<string, string>> = {
  AUTH: 'Authentication',
  HDR: 'Required headers',
  COMP: 'Companies',
  HOOK: 'Webhook configuration',
  IDEM: 'Idempotency',
  CONC: 'Concurrency',
  EVT: 'Events',
  DLV: 'Delivery',
  SIG: 'Signature',
  RCV: 'Receivers',
  CLI: 'Clients',
  VER: 'Versioning',
  ERR: 'Robustness',
  RES: 'Resources',
};

/** The word of each count, in the order of the page. */
const counted = {
  fail: 'failed',
  error: 'suite errors',
  known: 'known to fail',
  inconclusive: 'inconclusive',
  skip: 'skipped',
  pass: 'passed',
} as const;

/** The result as one self-contained page: no script, no other file, no network. */
export function htmlReport(result: ConformanceResult): string {
  const { rules, target } = result;
  const failed = rules.some(({ outcome }) => outcome === 'fail');
  const errors = serverErrors(result);
  const page = markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>Conformance of ${addressOf(target)}</title>
<style>${new Markup(style)}</style>
</head>
<body>
<a class="skip-link" href="#${failed ? 'failures' : 'rules'}">Skip to ${failed ? 'the failures' : 'the rules'}</a>
<main>
${summary(result)}
${matrix(rules)}
${list('held-up', 'Held up by operations that are missing or broken', holdUps(result).map(describeHoldUp))}
${list('server-errors', serverErrorTitle(errors), errors.map(describeServerError))}
${failures(result)}
${ruleTable(rules)}
${coverage(rules)}
${list('left', leftTitle(result.cleanup), leftTexts(result.cleanup))}
</main>
<footer>${suite.name} ${suite.version}. This page holds no secrets. Names such as &lt;API_KEY&gt; take their place.</footer>
</body>
</html>
`;
  return page.html;
}

/** What many rules share, as lines of text. Empty if there are none. */
function list(id: string, title: string, lines: readonly string[]): Markup {
  if (lines.length === 0) return markup``;
  return markup`<section aria-labelledby="${id}"><h2 id="${id}">${title}</h2>
<ul class="lines">${lines.map((line) => markup`<li>${line}</li>`)}</ul></section>`;
}

/** The outcome of the run at a glance. */
function summary(result: ConformanceResult): Markup {
  const { rules, target, profile, budget, seed, startedAt, durationMs, requests } = result;
  const facts: readonly (readonly [string, string])[] = [
    ...targetFacts(target),
    ['Profile, budget', `${profile}, ${budget}`],
    ['Seed', String(seed)],
    ['Started', startedAt.replace('T', ' ').replace(/\.\d+Z$/, ' UTC')],
    ['Took', `${(durationMs / 1000).toFixed(1)} s, ${requests} requests`],
  ];
  const next = nextStep(result);
  const counts = Object.entries(counted).flatMap(([name, word]) => {
    const [first, ...others] = rules.map(shown).filter((one) => one.name === name);
    return first === undefined ? [] : [{ name, word, sign: first.sign, times: others.length + 1 }];
  });
  return markup`<header>
<p class="kind">Conformance report</p>
${verdict(result)}
<p>${result.conclusion.headline}</p>
${next !== undefined && markup`<p class="next"><b>Next:</b> ${next}</p>`}
<div class="bar" aria-hidden="true">${counts.map(({ name, times }) => markup`<i class="${name}" style="flex-grow:${times}"></i>`)}</div>
<ul class="counts">${counts.map(({ name, word, sign, times }) => markup`<li class="${name}"><b>${times}</b> <span aria-hidden="true">${sign}</span> ${word}</li>`)}</ul>
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

/** One cell for each rule, one row for each family. A cell links to the details of its rule. */
function matrix(rules: readonly RuleResult[]): Markup {
  return markup`<section aria-labelledby="matrix"><h2 id="matrix">Rules at a glance</h2>
<div class="matrix">${families(rules).map((family) => markup`<div class="family"><h3>${family.title}</h3><ul>${family.rules.map(ruleCell)}</ul></div>\n`)}</div>
</section>`;
}

function ruleCell(rule: RuleResult): Markup {
  const { name, sign, word } = shown(rule);
  const what = `${rule.id}: ${word}. ${rule.statement}`;
  return markup`<li><a class="${name}" href="#${rule.id}" title="${what}" aria-label="${what}"><span>${sign}</span> ${rule.id}</a></li>`;
}

/** Every rule with its clause, and the reason if it was not judged. */
function ruleTable(rules: readonly RuleResult[]): Markup {
  return markup`<section aria-labelledby="rules"><h2 id="rules">All rules</h2>
${families(rules).map(familyTable)}</section>`;
}

function familyTable({ title, rules }: Family): Markup {
  return markup`<table><caption>${title}</caption>
<thead><tr><th scope="col">Rule</th><th scope="col">Outcome</th><th scope="col">What it says</th><th scope="col" class="cost">Cost</th></tr></thead>
<tbody>${rules.map(ruleRow)}</tbody></table>
`;
}

function ruleRow(rule: RuleResult): Markup {
  const { name, sign, word } = shown(rule);
  const failed = rule.outcome === 'fail';
  const id = failed ? markup`<a href="#${rule.id}">${rule.id}</a>` : rule.id;
  const cost = rule.requests === 0 ? '' : `${rule.requests} requests, ${(rule.durationMs / 1000).toFixed(1)} s`;
  return markup`<tr${!failed && markup` id="${rule.id}"`}><th scope="row">${id}</th>
<td><span class="tag ${name}">${sign} ${word}</span></td>
<td>${prose(rule.statement)}<small>${rule.clause}; ${rule.level}${rule.reason !== null && markup`<br><em>${rule.reason}</em>`}${rule.outcome === 'pass' && rule.known && markup`<br><em>The baseline says that it fails: ${rule.known}</em>`}</small></td>
<td class="cost">${cost}</td></tr>
`;
}

/** A table with a row for each rule, a column for each operation and event type, and in each cell how often it was exercised. */
function coverage(rules: readonly RuleResult[]): Markup {
  const pairs = pairsOf(rules);
  if (pairs.length === 0) return markup``;
  const columns = [...new Set(pairs.map(({ name }) => name))];
  const judged = [...Map.groupBy(pairs, ({ rule }) => rule)];
  const row = ([rule, ofRule]: (typeof judged)[number]): Markup => {
    const times = new Map(ofRule.map((pair) => [pair.name, pair.times]));
    return markup`<tr><th scope="row"><a href="#${rule}">${rule}</a></th>${columns.map((name) => timesCell(times.get(name)))}</tr>\n`;
  };
  return markup`<section aria-labelledby="coverage"><h2 id="coverage">What was exercised</h2>
<p>How many requests to each operation, and how many deliveries of each event type, each rule was judged by. An empty cell means that the rule does not bind that operation or event type.</p>
<div class="coverage" tabindex="0" role="region" aria-labelledby="coverage"><table>
<thead><tr><th scope="col">Rule</th>${columns.map((name) => markup`<th scope="col"><span>${name}</span></th>`)}</tr></thead>
<tbody>${judged.map(row)}</tbody></table></div>
</section>`;
}

function timesCell(times: number | undefined): Markup {
  if (times === undefined) return markup`<td></td>`;
  return markup`<td class="${times === 0 ? 'never' : 'exercised'}">${String(times)}</td>`;
}

/** Rules whose ids share a prefix. */
interface Family {
  readonly title: string;
  readonly rules: readonly RuleResult[];
}

/** The families in the order of the contract. */
function families(rules: readonly RuleResult[]): readonly Family[] {
  const order = Object.keys(titles);
  const groups = [...Map.groupBy(rules, ({ id }) => id.split('-')[0] ?? '')];
  return groups
    .toSorted(([one], [other]) => order.indexOf(one) - order.indexOf(other))
    .map(([prefix, members]) => ({ title: titles[prefix] ?? prefix, rules: members }));
}
