import { withoutUserInfo } from '../engine/redact.ts';
import { ConfigurationError } from '../model/configuration-error.ts';
import { suite } from '../report/suite.ts';
import { UsageError } from './usage-error.ts';

const help = `Judges implementations of the Business Management Cloud Service, in any language, at a URL.

Usage: business-cloud-conformance COMMAND [options]

  init       write a conformance.yaml to fill in
  doctor     see whether a run can begin, and what to correct
  service    judge a service
  replay     judge again what failed in a saved report
  rules      list the rules, and what proves each of them
  --version  print the version of this suite
  --help     this text; with a command, that command's

Example:
  business-cloud-conformance service --config conformance.yaml
`;

type Command = (args: readonly string[]) => number | Promise<number>;

/** Each loads what it needs: that takes longer than most of them. */
const commands: Readonly<Record<string, Command>> = {
  init: async (args) => (await import('./init.ts')).initCommand(args),
  doctor: async (args) => (await import('./doctor.ts')).doctorCommand(args),
  service: async (args) => (await import('./service.ts')).serviceCommand(args),
  replay: async (args) => (await import('./replay.ts')).replayCommand(args),
  rules: async (args) => (await import('./rules.ts')).rulesCommand(args),
  '--version': () => print(`${suite.version}\n`),
  '--help': () => print(help),
  '-h': () => print(help),
};

function print(text: string): number {
  process.stdout.write(text);
  return 0;
}

async function main([command, ...args]: readonly string[]): Promise<number> {
  if (command === undefined) {
    print(help);
    return 2;
  }
  if (!Object.hasOwn(commands, command)) throw new UsageError(`${command} is no command; see 'business-cloud-conformance --help'.`);
  return (await commands[command]?.(args)) ?? 2;
}

/** Ends the process once everything is written: a check that was stopped may still be waiting for something. */
function exit(code: number): void {
  process.stdout.write('', () => process.stderr.write('', () => process.exit(code)));
}

/** Runs the command that the arguments name, says in one sentence what is wrong with them, and ends the process. */
export async function runCommandLine(args: readonly string[]): Promise<void> {
  try {
    exit(await main(args));
  } catch (error) {
    const expected = error instanceof UsageError || error instanceof ConfigurationError;
    const message = expected ? error.message : error instanceof Error ? (error.stack ?? error.message) : String(error);
    process.stderr.write(`business-cloud-conformance: ${withoutUserInfo(message)}\n`);
    exit(2);
  }
}
