import type { ConformanceResult } from '../model/result.ts';
import { consoleReport, type Shown } from '../report/console-report.ts';
import { githubReport } from '../report/github-report.ts';
import { harReport } from '../report/har-report.ts';
import { htmlReport } from '../report/html/html-report.ts';
import { jsonReport } from '../report/json-report.ts';
import { junitReport } from '../report/junit-report.ts';
import { markdownReport } from '../report/markdown-report.ts';
import { printable } from '../report/printable.ts';
import { sarifReport } from '../report/sarif-report.ts';
import type { ReporterKind } from './reporter-kinds.ts';

const renderers: Readonly<Record<ReporterKind, (result: ConformanceResult, shown?: Shown) => string>> = {
  console: (result, shown) => `${consoleReport(result, shown)}\n`,
  // `\u001b` in a JSON string is the character itself, so escaping loses nothing.
  json: (result) => printable(jsonReport(result)),
  junit: junitReport,
  sarif: (result) => printable(sarifReport(result)),
  html: htmlReport,
  markdown: markdownReport,
  github: githubReport,
  har: (result) => printable(harReport(result)),
};

/** The report of one kind, ending in a line break. @param shown how the console shows it */
export function render(kind: ReporterKind, result: ConformanceResult, shown?: Shown): string {
  return renderers[kind](result, shown);
}
