import { randomUUID } from 'node:crypto';
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
import type { Reporter } from './common-options.ts';
import type { ReporterKind } from './options.ts';

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

type Environment = Readonly<Record<string, string | undefined>>;

/** The reports that a step of GitHub Actions gets by default: annotations in the log, and a summary of the step. */
export function reportersOfActions(reporters: readonly Reporter[], env: Environment): readonly Reporter[] {
  if (env.GITHUB_ACTIONS !== 'true') return [];
  const file = env.GITHUB_STEP_SUMMARY;
  const annotates = reporters.some(({ kind }) => kind === 'github');
  const isFree = reporters.every((one) => one.file !== undefined || one.kind === 'console');
  return [
    ...(annotates || !isFree ? [] : [{ kind: 'github' } as const]),
    ...(file === undefined || file === '' || reporters.some((one) => one.file === file) ? [] : [{ kind: 'markdown', file } as const]),
  ];
}

/** The text holds what a target answered, so the runner of GitHub Actions must read no command in it. */
export function withoutCommands(text: string, env: Environment): string {
  if (env.GITHUB_ACTIONS !== 'true') return text;
  const word = randomUUID();
  return `::stop-commands::${word}\n${text}::${word}::\n`;
}
