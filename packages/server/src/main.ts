import { processTerminal, runProgram } from '#command-line';
import { program } from './init/program.ts';

process.exitCode = await runProgram(program, process.argv.slice(2), processTerminal());
