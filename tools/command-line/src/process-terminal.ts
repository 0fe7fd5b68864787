import type { Terminal } from './command.ts';

/** The terminal of this process. @param signal ends commands that run until they are interrupted; never by default */
export function processTerminal(signal: AbortSignal = new AbortController().signal): Terminal {
  return {
    out: (line) => void process.stdout.write(`${line}\n`),
    err: (line) => void process.stderr.write(`${line}\n`),
    env: process.env,
    signal,
  };
}
