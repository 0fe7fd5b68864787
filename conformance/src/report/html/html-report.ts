import type { Cleanup } from '../../model/cleanup.ts';
import type { ConformanceResult } from '../../model/result.ts';
import { describeHoldUp, holdUps } from '../hold-ups.ts';
import { addressOf } from '../judged-target.ts';
import { describeLeft, describeUnknown, leftByReason, leftTitle } from '../left-lines.ts';
import { describeServerError, serverErrors, serverErrorTitle } from '../server-errors.ts';
import { suite } from '../suite.ts';
import { coverage } from './coverage.ts';
import { failures } from './failure.ts';
import { Markup, markup } from './markup.ts';
import { matrix } from './matrix.ts';
import { ruleTable } from './rule-table.ts';
import { style } from './style.ts';
import { summary } from './summary.ts';

/** The result as one self-contained page: no script, no other file, no network. */
export function htmlReport(result: ConformanceResult): string {
  const { rules, target } = result;
  const failed = rules.some(({ outcome }) => outcome === 'fail');
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
${causes(result)}
${failures(result)}
${ruleTable(rules)}
${coverage(rules)}
${left(result.cleanup)}
</main>
<footer>${suite.name} ${suite.version}. This page holds no secrets. Names such as &lt;API_KEY&gt; take their place.</footer>
</body>
</html>
`;
  return page.html;
}

/** What the run created and could not remove. Empty if everything is gone. */
function left(cleanup: Cleanup): Markup {
  const lines = [...leftByReason(cleanup).map(describeLeft), ...cleanup.unknown.map(describeUnknown)];
  if (lines.length === 0) return markup``;
  return markup`<section aria-labelledby="left"><h2 id="left">${leftTitle(cleanup)}</h2>
<ul class="lines">${lines.map((line) => markup`<li>${line}</li>`)}</ul></section>`;
}

/** Causes that many rules share: operations that hold them up, and 5xx answers. */
function causes(result: ConformanceResult): Markup {
  const errors = serverErrors(result);
  return markup`${list('held-up', 'Held up by operations that are missing or broken', holdUps(result).map(describeHoldUp))}
${list('server-errors', serverErrorTitle(errors), errors.map(describeServerError))}`;
}

function list(id: string, title: string, lines: readonly string[]): Markup {
  if (lines.length === 0) return markup``;
  return markup`<section aria-labelledby="${id}"><h2 id="${id}">${title}</h2>
<ul class="lines">${lines.map((line) => markup`<li>${line}</li>`)}</ul></section>`;
}
