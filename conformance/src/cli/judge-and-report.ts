import { appendFileSync, closeSync, existsSync, mkdirSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isKnownFailure } from '../model/baseline.ts';
import type { Cleanup } from '../model/cleanup.ts';
import { ConfigurationError, codeOf } from '../model/configuration-error.ts';
import type { ConformanceResult, RuleResult } from '../model/result.ts';
import type { Replay, RunEvent, RunOptions } from '../model/run-options.ts';
import { readSavedReport } from '../report/saved-report.ts';
import { failureScript } from '../report/scripts/failure-script.ts';
import { hasBaseline, readBaseline, updateBaseline } from './baseline-file.ts';
import { writeLeftFile } from './clean.ts';
import type { CommonOptions, Reporter } from './common-options.ts';
import { stopOnInterrupt } from './interrupt.ts';
import { progress } from './progress.ts';
import { render, reportersOfActions, withoutCommands } from './reporter.ts';
import type { Screen, Streams } from './streams.ts';

/** Judges by the rules of one role. @throws ConfigurationError */
type Run = (options: RunOptions) => Promise<ConformanceResult>;

/** Judges, and writes every report. @returns the exit status @throws ConfigurationError */
export async function judgeAndReport(run: Run, options: CommonOptions, { out, err }: Streams): Promise<number> {
  const { baselineFile } = options;
  const reporters = [...options.reporters, ...reportersOfActions(options.reporters, process.env)];
  const runOptions = { ...options, ...baselineOption(options), ...replayOptions(options) };
  // A file that cannot be written must be noticed before a long run, not after it.
  const made = writableFiles([
    ...reporters.flatMap(({ file }) => (file === undefined ? [] : [['--reporter', file] as const])),
    ...(options.updateBaseline && baselineFile !== undefined ? [['--baseline', baselineFile] as const] : []),
  ]);
  const { scripts } = options;
  if (scripts !== undefined) makeScriptFolder(scripts);
  const interruption = stopOnInterrupt(options.maxTime);
  const { signal, abandon } = interruption;
  const noted: Run = (how) => {
    const onEvent = (event: RunEvent): void => {
      interruption.note(event);
      how.onEvent?.(event);
    };
    return run({ ...how, onEvent, signal, abandon });
  };
  const shown = progress(err);
  let isWritten = false;
  const onEvent = (event: RunEvent): void => {
    shown.onEvent(event);
    // Written before the removal, which may fail or be interrupted.
    if (event.type !== 'rules-judged') return;
    for (const reporter of reporters) if (isOwnFile(reporter)) report(reporter, event.result, out, options.verbose);
    isWritten = true;
  };
  let result: ConformanceResult;
  try {
    result = await noted({ ...runOptions, keepExchanges: reporters.some(({ kind }) => kind === 'har'), onEvent });
    if (options.repeats !== undefined) result = await repeatFailures(noted, result, { ...runOptions, signal }, options.repeats);
  } catch (error) {
    if (!isWritten) for (const file of made) rmSync(file, { force: true });
    throw error;
  } finally {
    shown.end();
    interruption.release();
  }
  const left = writeLeftFile(result);
  if (left !== undefined) err.write(`${left} lists what is left at the target. 'business-cloud-conformance clean ${left}' removes it.\n`);
  for (const reporter of reporters) report(reporter, result, out, options.verbose);
  if (scripts !== undefined) err.write(writeScripts(scripts, result));
  if (options.updateBaseline && baselineFile !== undefined) updateBaseline(baselineFile, result);
  return interruption.exitCode() ?? result.conclusion.exitCode;
}

function baselineOption({ baselineFile, updateBaseline: makesIt }: CommonOptions): Pick<RunOptions, 'baseline'> {
  if (baselineFile === undefined || (makesIt && !hasBaseline(baselineFile))) return {};
  return { baseline: readBaseline(baselineFile) };
}

/** Options of the command line take precedence over the saved report. */
function replayOptions({ replayFile, rules, profile, budget, seed }: CommonOptions): RunOptions {
  if (replayFile === undefined) return {};
  const saved = readSavedReport(replayFile);
  return {
    rules: rules.length > 0 ? rules : saved.failed,
    profile: profile ?? saved.profile,
    budget: budget ?? saved.budget,
    seed: seed ?? saved.seed,
    replay: saved.replay,
  };
}

/** Whether the file holds nothing but this report. */
function isOwnFile({ file }: Reporter): boolean {
  return file !== undefined && file !== process.env.GITHUB_STEP_SUMMARY;
}

function report({ kind, file }: Reporter, result: ConformanceResult, out: Screen, verbose: boolean): void {
  const text = render(kind, result, { columns: file === undefined && out.isTTY ? out.columns : undefined, verbose });
  if (file === undefined) out.write(kind === 'console' ? withoutCommands(text, process.env) : text);
  else if (file === process.env.GITHUB_STEP_SUMMARY) appendFileSync(file, text);
  else writeFileSync(file, text);
}

/** Checks that the files can be written, and keeps their content. @returns the files that it made, empty @throws ConfigurationError */
function writableFiles(files: readonly (readonly [flag: string, file: string])[]): readonly string[] {
  const made: string[] = [];
  for (const [flag, file] of files) {
    if (!existsSync(file)) made.push(file);
    try {
      closeSync(openSync(file, 'a'));
    } catch (error) {
      for (const other of made) rmSync(other, { force: true });
      throw new ConfigurationError(`${flag}: ${file} cannot be written (${codeOf(error)}); name a file in a folder that exists.`);
    }
  }
  return made;
}

/** Makes the folder before a long run, not after it. @throws ConfigurationError */
function makeScriptFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true });
  } catch (error) {
    throw new ConfigurationError(`--scripts: the folder ${folder} cannot be created (${codeOf(error)}); name another.`);
  }
}

/** Writes a script for each rule that failed. @returns a line that names them, or an empty string */
function writeScripts(folder: string, { rules, target }: ConformanceResult): string {
  const written = rules.flatMap((rule) => {
    if (rule.failure === undefined || rule.failure.exchanges.length === 0 || isKnownFailure(rule)) return [];
    const file = join(folder, `${rule.id}.sh`);
    writeFileSync(file, failureScript(rule, rule.failure, target), { mode: 0o755 });
    return [file];
  });
  return written.length === 0 ? '' : `Wrote ${written.join(', ')}.\n`;
}

/** Judges the failed rules again, with the same seed and the smallest cases first, and counts how often each fails again. */
export async function repeatFailures(
  run: (options: RunOptions) => Promise<ConformanceResult>,
  result: ConformanceResult,
  options: RunOptions,
  times: number,
): Promise<ConformanceResult> {
  const failed = result.rules.filter(({ outcome }) => outcome === 'fail');
  if (failed.length === 0) return result;
  const again: ConformanceResult[] = [];
  const { onEvent: _shown, waitForMs: _started, bail: _first, ...others } = options;
  for (let time = 0; time < times && options.signal?.aborted !== true; time += 1)
    again.push(await run({ ...others, rules: failed.map(({ id }) => id), seed: result.seed, replay: replayOf(failed) }));
  const repeatsOf = ({ id }: RuleResult): NonNullable<RuleResult['repeats']> => {
    const outcomes = again.flatMap(({ rules }) => rules.filter((rule) => rule.id === id).map(({ outcome }) => outcome));
    const judged = outcomes.filter((outcome) => outcome === 'pass' || outcome === 'fail');
    return { failed: judged.filter((outcome) => outcome === 'fail').length, of: judged.length };
  };
  return {
    ...result,
    cleanup: [result, ...again].map(({ cleanup }) => cleanup).reduce(together),
    rules: result.rules.map((rule) => (failed.includes(rule) ? { ...rule, repeats: repeatsOf(rule) } : rule)),
  };
}

function replayOf(failed: readonly RuleResult[]): Replay {
  return new Map(
    failed.flatMap(({ id, failure }) =>
      failure === undefined || failure.property === null || failure.path === null
        ? []
        : [
            [
              id,
              { property: failure.property, path: failure.path, ...(failure.replayPath !== null && { replayPath: failure.replayPath }) },
            ],
          ],
    ),
  );
}

function together(one: Cleanup, other: Cleanup): Cleanup {
  return {
    ...one,
    ...other,
    removed: one.removed + other.removed,
    left: [...one.left, ...other.left],
    unknown: [...one.unknown, ...other.unknown],
  };
}
