import { withoutUserInfo } from '../engine/redact.ts';
import { ConfigurationError } from '../model/configuration-error.ts';
import { printable } from '../report/printable.ts';
import { suite } from '../report/suite.ts';
import type { Screen, Streams } from './streams.ts';
import { UsageError } from './usage-error.ts';

const help = `Judges services, receivers of webhooks and clients of the Business Management Cloud Service, in any language.

Usage: business-cloud-conformance COMMAND [options]

  init       write a conformance.yaml to fill in
  doctor     see whether a run can begin, and what to correct
  service    judge a service
  receiver   judge a receiver of webhooks
  client     judge a client of the API
  replay     judge again what failed in a saved report
  clean      remove what an interrupted run left behind
  compare    say what changed between two saved reports
  rules      list the rules, and what proves each
  explain    show what one rule demands, how it is judged, and what often is wrong
  --version  print the version of this suite
  --help     show this text, or the options of a command

Examples:
  business-cloud-conformance service --config conformance.yaml
  business-cloud-conformance receiver --target http://127.0.0.1:8080/webhook --secret whsec_1234
  business-cloud-conformance client -- python3 client.py
`;

type Command = (args: readonly string[], streams: Streams) => number | Promise<number>;

/** Each loads what it needs: that takes longer than most of them. */
const commands: Readonly<Record<string, Command>> = {
  init: async (args, streams) => (await import('./init.ts')).initCommand(args, streams),
  doctor: async (args, streams) => (await import('./doctor.ts')).doctorCommand(args, streams),
  service: async (args, streams) => (await import('./service.ts')).serviceCommand(args, streams),
  receiver: async (args, streams) => (await import('./receiver.ts')).receiverCommand(args, streams),
  client: async (args, streams) => (await import('./client.ts')).clientCommand(args, streams),
  replay: async (args, streams) => (await import('./replay.ts')).replayCommand(args, streams),
  compare: async (args, streams) => (await import('./compare.ts')).compareCommand(args, streams),
  clean: async (args, streams) => (await import('./clean.ts')).cleanCommand(args, streams),
  rules: async (args, streams) => (await import('./rules.ts')).rulesCommand(args, streams),
  explain: async (args, streams) => (await import('./explain.ts')).explainCommand(args, streams),
  '--version': (_, { out }) => print(`${suite.version}\n`, out),
  '--help': (_, { out }) => print(help, out),
  '-h': (_, { out }) => print(help, out),
};

function print(text: string, out: Screen): number {
  out.write(text);
  return 0;
}

/** Runs the command that the arguments name, and says in one sentence what is wrong with them. Answers the exit status. */
export async function runCommand(args: readonly string[], streams: Streams): Promise<number> {
  try {
    return await commandOf(args, streams);
  } catch (error) {
    const expected = error instanceof UsageError || error instanceof ConfigurationError;
    const message = expected ? error.message : error instanceof Error ? (error.stack ?? error.message) : String(error);
    streams.err.write(`business-cloud-conformance: ${printable(withoutUserInfo(message))}\n`);
    return 2;
  }
}

async function commandOf([command, ...args]: readonly string[], streams: Streams): Promise<number> {
  if (command === undefined) {
    print(help, streams.out);
    return 2;
  }
  if (!Object.hasOwn(commands, command)) throw new UsageError(`${command} is no command; see 'business-cloud-conformance --help'.`);
  return (await commands[command]?.(args, streams)) ?? 2;
}
