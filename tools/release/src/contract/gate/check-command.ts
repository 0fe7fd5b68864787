#!/usr/bin/env node
import { runCheck } from './run-check.ts';

process.exitCode = await runCheck(process.argv.slice(2), process.cwd(), {
  out: (line) => console.log(line),
  err: (line) => console.error(line),
});
