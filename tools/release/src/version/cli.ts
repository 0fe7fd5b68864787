#!/usr/bin/env node
import { runVersion } from './run-version.ts';

process.exitCode = await runVersion(process.argv.slice(2), { out: (line) => console.log(line), err: (line) => console.error(line) });
