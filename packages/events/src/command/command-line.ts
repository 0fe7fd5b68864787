import { CommandError } from './command-error.ts';
import { listenCommand } from './listen-command.ts';
import { sendCommand } from './send-command.ts';
import type { Terminal } from './terminal.ts';
import { USAGE } from './usage.ts';
import { verifyCommand } from './verify-command.ts';

const COMMANDS: Readonly<Record<string, (args: readonly string[], terminal: Terminal) => Promise<number>>> = {
  listen: listenCommand,
  send: sendCommand,
  verify: verifyCommand,
};

/** Runs a command and answers its exit code: 0, 1 when a delivery was refused, 2 for bad input. */
export async function runCommandLine(args: readonly string[], terminal: Terminal): Promise<number> {
  const [name = '', ...rest] = args;
  if (args.includes('--help') || args.includes('-h')) {
    terminal.out(USAGE.trimEnd());
    return 0;
  }
  try {
    const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
    if (command === undefined) throw unknownCommand(name);
    return await command(rest, terminal);
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    terminal.err(`business-cloud-events: ${error.message}`);
    return 2;
  }
}

function unknownCommand(name: string): CommandError {
  const names = Object.keys(COMMANDS).join(', ');
  return new CommandError(
    name === '' ? `There is no command: give one of ${names}, or --help.` : `'${name}' is no command: give one of ${names}.`,
  );
}
