import { onTestFinished } from 'vitest';
import { runProgram } from '#command-line';
import { program } from '../../src/command/program.ts';

export interface Ran {
  readonly code: number;
  readonly out: readonly string[];
  readonly err: readonly string[];
}

/** Runs a command to its end. */
export async function run(args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Ran> {
  const out: string[] = [];
  const err: string[] = [];
  const terminal = { out: (line: string) => void out.push(line), err: (line: string) => void err.push(line), env };
  const code = await runProgram(program, args, { ...terminal, signal: new AbortController().signal });
  return { code, out, err };
}

/** Runs `listen` on a free port until the test ends. */
export async function listen(
  args: readonly string[],
): Promise<{ readonly url: string; readonly lines: readonly string[]; stop(): Promise<number> }> {
  const lines: string[] = [];
  const interruption = new AbortController();
  let ready = (_url: string) => {};
  const url = new Promise<string>((resolve) => {
    ready = resolve;
  });
  const ended = runProgram(program, ['listen', '--port', '0', ...args], {
    out: (line) => (lines.length === 0 && line.startsWith('listening: ') ? ready(line.slice('listening: '.length)) : void lines.push(line)),
    err: (line) => ready(line),
    env: {},
    signal: interruption.signal,
  });
  onTestFinished(() => interruption.abort());
  const stop = () => {
    interruption.abort();
    return ended;
  };
  return { url: await url, lines, stop };
}
