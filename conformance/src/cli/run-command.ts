import { runProgram, type Terminal } from '#command-line';
import { withoutUserInfo } from '../engine/redact.ts';
import { ConfigurationError } from '../model/configuration-error.ts';
import { printable } from '../report/printable.ts';
import { programTo } from './commands.ts';
import type { Streams } from './streams.ts';

/** Runs the command that the arguments name. A mistake in them is reported in one sentence. @returns the exit status */
export async function runCommand(args: readonly string[], streams: Streams): Promise<number> {
  const { out, err } = streams;
  const terminal: Terminal = {
    out: (line) => void out.write(`${line}\n`),
    err: (line) => void err.write(`${printable(withoutUserInfo(line))}\n`),
    env: process.env,
    signal: new AbortController().signal,
  };
  const program = programTo(streams);
  const explain = (error: unknown): string => {
    const message =
      error instanceof ConfigurationError ? error.message : error instanceof Error ? (error.stack ?? error.message) : String(error);
    return `${program.name}: ${message}`;
  };
  return await runProgram({ ...program, explain }, args, terminal);
}
