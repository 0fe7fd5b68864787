import { rmSync, writeFileSync } from 'node:fs';
import type { Input } from '#command-line';
import { createRun } from '../engine/create-run.ts';
import { withoutUserInfo } from '../engine/redact.ts';
import { leave } from '../engine/run-checks.ts';
import type { Cleanup } from '../model/cleanup.ts';
import { ConfigurationError, textIn } from '../model/configuration-error.ts';
import { isObject, type Json, memberOf, parseJson } from '../model/json.ts';
import type { ConformanceResult } from '../model/result.ts';
import { leftLines } from '../report/left-lines.ts';
import { stopOnInterrupt } from './interrupt.ts';
import type { Streams } from './streams.ts';
import { readTarget } from './target-options.ts';

/** `business-cloud-conformance clean FILE`. @throws {InputError | ConfigurationError} */
export async function clean({ operands: [file = ''], settings }: Input, { out, err }: Streams): Promise<number> {
  const behind = readLeftFile(file);
  const target = readTarget(settings);
  if (withoutUserInfo(target.service.customerUrl) !== behind.customerUrl)
    throw new ConfigurationError(`${file}: comes from a run at ${behind.customerUrl}; name the description of that target with --config.`);
  const { signal, release } = stopOnInterrupt();
  const run = createRun(target, { signal }, undefined, behind.runName);
  run.traces.restore(behind);
  err.write(`Removing what ${behind.runName} left …\n`);
  const cleanup = await leave(run).finally(release);
  out.write(`${[`Removed ${cleanup.removed}.`, ...leftLines(cleanup)].join('\n')}\n`);
  if (cleanup.left.length + cleanup.unknown.length > 0) return 2;
  rmSync(file);
  return 0;
}

/** If a run was cut short, writes what is left into the current folder. The file holds no secret. @returns the name of the file */
export function writeLeftFile({ cleanup, target }: ConformanceResult): string | undefined {
  const { cutShort, left, unknown } = cleanup;
  if (cutShort === undefined || target.role !== 'service' || left.length + unknown.length === 0) return undefined;
  const { reason, runName } = cutShort;
  const file = `${runName}-left.json`;
  writeFileSync(file, `${JSON.stringify({ runName, reason, customerUrl: target.customerUrl, left, unknown }, null, 2)}\n`);
  return file;
}

const ADVICE = 'name a file that a run wrote, such as conformance-1a2b3c4d-left.json';

/** What a run left, as its file says. @throws ConfigurationError if the file cannot be read, or no run wrote it */
function readLeftFile(file: string): Pick<Cleanup, 'left' | 'unknown'> & { readonly runName: string; readonly customerUrl: string } {
  const value = parsed(file);
  const [runName, customerUrl, left] = ['runName', 'customerUrl', 'left'].map((name) => memberOf(value, name));
  if (typeof runName !== 'string' || typeof customerUrl !== 'string' || !Array.isArray(left) || !isRunName(runName))
    throw new ConfigurationError(`${file}: is not a list of what a run left; ${ADVICE}.`);
  return { runName, customerUrl, left: entries(left), unknown: entries(memberOf(value, 'unknown') ?? []) };
}

/** The removal deletes every object with this text in its name, so no other text is accepted. */
function isRunName(text: string): boolean {
  return /^conformance-[0-9a-f]{8}$/.test(text);
}

/** The removal looks entries up by operation and company, and ignores an entry that matches neither. */
function entries<T>(value: Json): readonly T[] {
  return (Array.isArray(value) ? value.filter(isObject) : []) as readonly unknown[] as readonly T[];
}

function parsed(file: string): Json {
  const text = textIn(file, ADVICE);
  try {
    return parseJson(text);
  } catch {
    throw new ConfigurationError(`${file}: cannot be read (it is not JSON); ${ADVICE}.`);
  }
}
