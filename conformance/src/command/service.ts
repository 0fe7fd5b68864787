import { writeFileSync } from 'node:fs';
import { ConfigurationError } from '../config/configuration-error.ts';
import { consoleReport, progressLine } from '../report/console-report.ts';
import { jsonReport } from '../report/json-report.ts';
import { type ConformanceResult, exitCode } from '../run/result.ts';
import { runConformance } from '../run/run-conformance.ts';
import { serviceHelp } from './service-help.ts';
import { parseServiceOptions, type Reporter, type ServiceOptions } from './service-options.ts';

/** `business-cloud-conformance service`: judges, reports, answers the exit status. @throws UsageError, ConfigurationError */
export async function serviceCommand(args: readonly string[]): Promise<number> {
  const options = parseServiceOptions(args);
  if (options === undefined) {
    process.stdout.write(serviceHelp);
    return 0;
  }
  for (const { file } of options.reporters) if (file !== undefined) write(file, '');
  const stop = new AbortController();
  const onInterrupt = (): void => {
    process.stderr.write('\nStopping: what the run created is being removed.\n');
    stop.abort();
  };
  process.once('SIGINT', onInterrupt).once('SIGTERM', onInterrupt);
  const result = await runConformance(options.target, { ...options, ...withProgress(options), signal: stop.signal });
  for (const reporter of options.reporters) report(reporter, result);
  return stop.signal.aborted ? 2 : exitCode(result.summary);
}

function withProgress({ reporters }: ServiceOptions): Pick<Parameters<typeof runConformance>[1] & object, 'onEvent'> {
  const toTerminal = reporters.some(({ kind, file }) => kind === 'console' && file === undefined);
  if (!toTerminal) return {};
  return {
    onEvent: (event) => {
      if (event.type === 'rule-judged' && event.result.outcome !== 'skip') process.stdout.write(`${progressLine(event.result)}\n`);
    },
  };
}

function report({ kind, file }: Reporter, result: ConformanceResult): void {
  const text = kind === 'json' ? jsonReport(result) : `${consoleReport(result)}\n`;
  if (file === undefined) process.stdout.write(text);
  else write(file, text);
}

function write(file: string, text: string): void {
  try {
    writeFileSync(file, text);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    throw new ConfigurationError(`--reporter: ${file} cannot be written (${code}); name a file in a folder that exists.`);
  }
}
