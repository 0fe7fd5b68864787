#!/usr/bin/env node
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { processTerminal, runProgram } from '@business-cloud/command-line';
import { specsProgram } from './program.ts';

// package.json names the oldest Node. This one file can be read by an older one too.
const { engines } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
const lowest = engines.node.replace('>=', '');
const { node: current } = process.versions;

if (current.localeCompare(lowest, 'en', { numeric: true }) < 0) {
  process.stderr.write(
    `business-cloud-specs needs Node ${lowest} or later, and this is Node ${current}: install a newer Node and run the command again.\n`,
  );
  process.exitCode = 2;
} else {
  // It is built into the folder of the published documents; in the repository that folder is beside it.
  const published = fileURLToPath(new URL(import.meta.url.endsWith('.ts') ? '../dist' : '.', import.meta.url));
  process.exitCode = await runProgram(specsProgram(published), process.argv.slice(2), processTerminal());
}
