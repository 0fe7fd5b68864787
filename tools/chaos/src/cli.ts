#!/usr/bin/env node
import { processTerminal, runProgram } from '@business-cloud/command-line';
import { chaos } from './command.ts';

const interruption = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => interruption.abort());

const program = { name: 'pnpm chaos', manifest: new URL('../package.json', import.meta.url), summary: chaos.summary, commands: [chaos] };
process.exitCode = await runProgram(program, process.argv.slice(2), processTerminal(interruption.signal));
