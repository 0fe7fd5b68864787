#!/usr/bin/env node
import { setFlagsFromString } from 'node:v8';
import { runCommandLine } from './command/command-line.ts';

// By default V8 sizes its heap by the machine: with much memory it lets several times what is in use pile up as garbage, most of it
// young. Held to what is in use, a service that lists and delivers at once stays at half of the memory, and answers as fast.
setFlagsFromString('--optimize-for-size');

process.exitCode = await runCommandLine(process.argv.slice(2));
