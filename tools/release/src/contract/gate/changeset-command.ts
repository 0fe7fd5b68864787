#!/usr/bin/env node
import { runChangeset } from './run-changeset.ts';

process.exitCode = await runChangeset(process.argv.slice(2), process.cwd(), {
  out: (line) => console.log(line),
  err: (line) => console.error(line),
});
