#!/usr/bin/env node
import { readFileSync } from 'node:fs';

// package.json names the oldest Node. An older one must be able to read this file, so everything that it might not understand is imported after the check.
const { engines } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
const lowest = engines.node.replace('>=', '');
const { node: current } = process.versions;

if (current.localeCompare(lowest, 'en', { numeric: true }) < 0) {
  process.stderr.write(
    `business-cloud-events needs Node ${lowest} or later, and this is Node ${current}: install a newer Node and run the command again.\n`,
  );
  process.exitCode = 2;
} else {
  await import('./main.ts');
}
