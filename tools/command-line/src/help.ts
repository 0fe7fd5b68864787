import type { Command, Program } from './command.ts';
import type { Option } from './option.ts';

/** The help of the whole program. */
export function programHelp({ name, summary, commands, notes }: Program): string {
  const examples = commands.flatMap(({ examples: [first] }) => first ?? []);
  return [
    `${name}: ${summary}`,
    section('Commands', columns(commands.map((command) => [synopsis(command), command.summary]))),
    ...(notes === undefined ? [] : [notes]),
    `\`${name} COMMAND --help\` shows the options of a command.`,
    section('Examples', examples),
  ].join('\n\n');
}

/** The help of one command. */
export function commandHelp(program: Program, command: Command): string {
  return [
    `${[program.name, synopsis(command)].join(' ').trimEnd()}: ${command.summary}`,
    ...(command.options.length === 0 ? [] : [section('Options', columns(command.options.map((option) => [flag(option), option.help])))]),
    section('Examples', command.examples),
  ].join('\n\n');
}

function synopsis({ name, operands = [] }: Command): string {
  return [name, ...operands].filter((word) => word !== '').join(' ');
}

function flag({ name, value }: Option): string {
  return value === undefined ? `--${name}` : `--${name} ${value}`;
}

function section(title: string, lines: readonly string[]): string {
  return [`${title}:`, ...lines.map((line) => `  ${line}`)].join('\n');
}

function columns(rows: readonly (readonly [string, string])[]): string[] {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `${left.padEnd(width)}  ${right}`);
}
