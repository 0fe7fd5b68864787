#!/usr/bin/env node
import { fileURLToPath } from 'node:url';
import { processTerminal, runProgram } from '@business-cloud/command-line';
import { specsProgram } from './program.ts';

// It is built into the folder of the published documents; in the repository that folder is beside it.
const published = fileURLToPath(new URL(import.meta.url.endsWith('.ts') ? '../dist' : '.', import.meta.url));

process.exitCode = await runProgram(specsProgram(published), process.argv.slice(2), processTerminal());
