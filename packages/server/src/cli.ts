#!/usr/bin/env node
import { readFileSync } from 'node:fs';

// The lowest Node is the one that package.json names. An older one may read this file alone: whatever it might not understand comes after the check.
const { engines } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
const lowest = engines.node.replace('>=', '');
const { node: current } = process.versions;

if (current.localeCompare(lowest, 'en', { numeric: true }) < 0) {
  process.stderr.write(
    `business-cloud-server needs Node ${lowest} or later, and this is Node ${current}: install a newer Node and run the command again.\n`,
  );
  process.exitCode = 2;
} else {
  await import('./main.ts');
}
