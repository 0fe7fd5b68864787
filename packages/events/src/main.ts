import { processTerminal, runProgram } from '#command-line';
import { program } from './command/program.ts';

const interruption = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => interruption.abort());

process.exitCode = await runProgram(program, process.argv.slice(2), processTerminal(interruption.signal));
