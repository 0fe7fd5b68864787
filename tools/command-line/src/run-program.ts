import { readFileSync } from 'node:fs';
import { nearest } from '#runtime';
import type { Command, Program, Terminal } from './command.ts';
import { COMPLETE, completionCommand, completions } from './completion.ts';
import { commandHelp, programHelp } from './help.ts';
import { InputError } from './input-error.ts';
import { readFlags } from './read-flags.ts';

/**
 * Runs the command that the arguments name. Every program has `--version`, `help [COMMAND]`, `--help` and `completion SHELL`.
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
  const commands = [completionCommand(program), ...program.commands];
  const [first, ...others] = args;
  if (first === COMPLETE) return print(completions(program, others), terminal);
  if (first === '--version') return print([versionIn(program.manifest)], terminal);
  const own = untilRest(args);
  const isHelp = first === 'help' || own.includes('--help') || own.includes('-h');
  const words = first === 'help' ? others : args;
  const command = commandOf(commands, words);
  const isNamed = words[0] !== undefined && !words[0].startsWith('-');
  if (command === undefined && (isNamed || !isHelp)) throw unknownCommand(program, words);
  if (command === undefined) return print([programHelp(program)], terminal);
  if (isHelp) return print([commandHelp(program, command)], terminal);
  const { settings: flags, operands } = readFlags(own.slice(wordsOf(command.name).length), command.options);
  const rest = own.length === args.length ? undefined : args.slice(own.length + 1);
  if (rest !== undefined && command.rest === undefined) throw new InputError('Nothing may follow --; see --help.');
  requireOperands(command, operands);
  return command.run({ operands, rest, settings: program.complete?.(flags, command, terminal) ?? flags }, terminal);
}

function versionIn(manifest: URL): string {
  const { version }: { readonly version: string } = JSON.parse(readFileSync(manifest, 'utf8'));
  return version;
}

function print(lines: readonly string[], { out }: Terminal): number {
  for (const line of lines) out(line);
  return 0;
}

/** What stands before `--`. */
function untilRest(args: readonly string[]): readonly string[] {
  const at = args.indexOf('--');
  return at < 0 ? args : args.slice(0, at);
}

function commandOf(commands: readonly Command[], args: readonly string[]): Command | undefined {
  return commands.find(({ name }) => wordsOf(name).every((word, index) => args[index] === word));
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
  if (missing !== undefined && !missing.startsWith('[')) throw new InputError(`${missing} is missing; see --help.`);
  const extra = given[operands.length];
  if (extra !== undefined) throw new InputError(`${extra} is one argument too many; see --help.`);
}
