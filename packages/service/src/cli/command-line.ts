import { ServiceError } from '../model/service-error.ts';
import { storeFault } from '../store/sql/store-fault.ts';
import type { Command } from './command.ts';
import { commands } from './commands.ts';
import { commandHelp, overview } from './help.ts';
import { readSettings } from './settings.ts';

/** Runs `business-cloud-service`; returns the exit code: 0, or 2 with one sentence on standard error. */
export async function runCommandLine(args: readonly string[]): Promise<number> {
  const command = commandOf(args);
  if (args.length === 0 || args.includes('--help') || args.includes('-h')) {
    process.stdout.write(command === undefined ? overview(commands) : commandHelp(command));
    return args.length === 0 ? 2 : 0;
  }
  try {
    if (command === undefined) throw unknownCommand(args);
    const known = commands.flatMap(({ options }) => options);
    await command.run(readSettings(args.slice(command.name.split(' ').length), command.options, known));
    return 0;
  } catch (error) {
    const told = error instanceof ServiceError ? error : storeFault(error);
    if (told === undefined) throw error;
    process.stderr.write(`business-cloud-service: ${told.message.replace(/\s*\n\s*/g, ' ')}\n`);
    return 2;
  }
}

function commandOf(args: readonly string[]): Command | undefined {
  return commands.find(({ name }) => name.split(' ').every((word, index) => args[index] === word));
}

function unknownCommand(args: readonly string[]): ServiceError {
  const flag = args.findIndex((arg) => arg.startsWith('-'));
  const words = args.slice(0, Math.max(1, Math.min(2, flag === -1 ? 2 : flag))).join(' ');
  return new ServiceError('bad-argument', `There is no command ${words}; see --help.`);
}
