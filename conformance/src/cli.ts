#!/usr/bin/env node
import { serviceCommand } from './command/service.ts';
import { UsageError } from './command/usage-error.ts';
import { ConfigurationError } from './config/configuration-error.ts';
import { suite } from './report/suite.ts';

const help = `Judges implementations of the Business Management Cloud Service, in any language, at a URL.

Usage: business-cloud-conformance COMMAND [options]

  service    judge a service
  --version  print the version of this suite
  --help     this text; with a command, that command's

Example:
  business-cloud-conformance service --config conformance.yaml
`;

async function main([command, ...args]: readonly string[]): Promise<number> {
  if (command === 'service') return await serviceCommand(args);
  if (command === '--version') {
    process.stdout.write(`${suite.version}\n`);
    return 0;
  }
  if (command === undefined || command === '--help' || command === '-h') {
    process.stdout.write(help);
    return command === undefined ? 2 : 0;
  }
  throw new UsageError(`${command} is no command; see 'business-cloud-conformance --help'.`);
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  const expected = error instanceof UsageError || error instanceof ConfigurationError;
  process.stderr.write(`business-cloud-conformance: ${expected ? error.message : error instanceof Error ? error.stack : String(error)}\n`);
  process.exitCode = 2;
}
