import { rmSync } from 'node:fs';
import { createRun } from '../engine/create-run.ts';
import { withoutUserInfo } from '../engine/redact.ts';
import { leave } from '../engine/run-checks.ts';
import { ConfigurationError } from '../model/configuration-error.ts';
import { leftLines } from '../report/left-lines.ts';
import { parseArguments } from './argument.ts';
import { stopOnInterrupt } from './interrupt.ts';
import { readLeftFile } from './left-file.ts';
import type { Streams } from './streams.ts';
import { readTarget, splitSettings, targetFlags, targetHelp } from './target-options.ts';
import { UsageError } from './usage-error.ts';

const help = `Removes what an interrupted run left behind, after a second Ctrl-C or because the target was gone.

Usage: business-cloud-conformance clean FILE [options]

  FILE                     the file that the run wrote; it is deleted when nothing is left
${targetHelp}
  --help                   this text

Exit status: 0 nothing is left, 2 something is, or something has to be corrected.

Example:
  business-cloud-conformance clean conformance-1a2b3c4d-left.json --config staging.yaml
`;

/** `business-cloud-conformance clean FILE`. @throws UsageError, ConfigurationError */
export async function cleanCommand(args: readonly string[], { out, err }: Streams): Promise<number> {
  const { overrides, rest } = splitSettings(args);
  const { values, positionals } = parseArguments('clean', rest, { ...targetFlags, help: { type: 'boolean', short: 'h' } }, true);
  if (values.help) {
    out.write(help);
    return 0;
  }
  const [file, ...more] = positionals;
  if (file === undefined || more.length > 0) throw new UsageError("clean needs one file; see 'business-cloud-conformance clean --help'.");
  const behind = readLeftFile(file);
  const target = readTarget(values, overrides);
  if (withoutUserInfo(target.service.customerUrl) !== behind.customerUrl)
    throw new ConfigurationError(`${file}: is of a run at ${behind.customerUrl}; name the description of that target with --config.`);
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
