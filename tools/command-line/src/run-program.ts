import { nearest } from '#runtime';
import type { Command, Program, Terminal } from './command.ts';
import { commandHelp, programHelp } from './help.ts';
import { InputError } from './input-error.ts';
import { readFlags } from './read-flags.ts';

/**
 * Runs the command that the arguments name.
 *
 * @returns the exit code: what the command returned, or 2 after one sentence on standard error about bad input
 * @example
 * process.exitCode = await runProgram(program, process.argv.slice(2), terminal);
 */
export async function runProgram(program: Program, args: readonly string[], terminal: Terminal): Promise<number> {
  try {
    return await run(program, args, terminal);
  } catch (error) {
    const line = error instanceof InputError ? `${program.name}: ${error.message}` : program.explain?.(error);
    if (line === undefined) throw error;
    terminal.err(line);
    return 2;
  }
}

async function run(program: Program, args: readonly string[], terminal: Terminal): Promise<number> {
  const command = program.commands.find(({ name }) => wordsOf(name).every((word, index) => args[index] === word));
  if (args.includes('--help') || args.includes('-h')) {
    terminal.out(command === undefined ? programHelp(program) : commandHelp(program, command));
    return 0;
  }
  if (command === undefined) throw unknownCommand(program, args);
  const { settings: flags, operands } = readFlags(args.slice(wordsOf(command.name).length), command.options);
  requireOperands(command, operands);
  return command.run({ operands, settings: program.complete?.(flags, command, terminal) ?? flags }, terminal);
}

function wordsOf(name: string): string[] {
  return name === '' ? [] : name.split(' ');
}

function unknownCommand({ commands }: Program, args: readonly string[]): InputError {
  const names = commands.map(({ name }) => name);
  const flag = args.findIndex((arg) => arg.startsWith('-'));
  const words = (flag === -1 ? args : args.slice(0, flag)).slice(0, 2);
  if (words.length === 0) return new InputError(`No command is given; give one of ${names.join(', ')}, or --help.`);
  const meant = nearest(words.join(' '), names) ?? nearest(words[0] ?? '', names);
  return new InputError(`There is no command ${words.join(' ')}; ${meant ? `did you mean ${meant}?` : `give one of ${names.join(', ')}.`}`);
}

function requireOperands({ operands = [] }: Command, given: readonly string[]): void {
  const missing = operands[given.length];
  if (missing !== undefined) throw new InputError(`${missing} is missing; see --help.`);
  const extra = given[operands.length];
  if (extra !== undefined) throw new InputError(`${extra} is one argument too many; see --help.`);
}
