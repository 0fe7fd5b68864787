#!/usr/bin/env node
import { processTerminal, runProgram } from '@business-cloud/command-line';
import { program } from './program.ts';

process.exitCode = await runProgram(program, process.argv.slice(2), processTerminal());
