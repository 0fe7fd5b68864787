import type { ConformanceResult } from '../../model/result.ts';
import { addressOf } from '../judged-target.ts';
import { suite } from '../suite.ts';
import { causes } from './causes.ts';
import { coverage } from './coverage.ts';
import { failures } from './failure.ts';
import { left } from './left.ts';
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
