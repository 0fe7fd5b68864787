import { rmSync } from 'node:fs';
import type { Input } from '#command-line';
import { createRun } from '../engine/create-run.ts';
import { withoutUserInfo } from '../engine/redact.ts';
import { leave } from '../engine/run-checks.ts';
import { ConfigurationError } from '../model/configuration-error.ts';
import { leftLines } from '../report/left-lines.ts';
import { stopOnInterrupt } from './interrupt.ts';
import { readLeftFile } from './left-file.ts';
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
