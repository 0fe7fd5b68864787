import type { Command, Program } from './command.ts';
import { completionCommand } from './completion.ts';
import type { Option } from './option.ts';

/** The widest line of a help, in characters. */
const WIDTH = 100;

/** The help of the whole program. */
export function programHelp(program: Program): string {
  const { name, summary, commands, notes } = program;
  const examples = commands.flatMap(({ examples: [first] }) => first ?? []);
  const listed = [...commands, completionCommand(program)];
  return [
    `${name}: ${summary}`,
    section('Commands', columns(listed.map((command) => [synopsis(command), command.summary]))),
    ...(notes === undefined ? [] : [notes]),
    `\`${name} help COMMAND\` shows the options of a command, \`${name} --version\` its version.`,
    section('Examples', examples),
  ].join('\n\n');
}

/** The help of one command. */
export function commandHelp(program: Program, command: Command): string {
  const { options, notes, examples } = command;
  return [
    `${[program.name, synopsis(command)].join(' ').trimEnd()}: ${command.summary}`,
    ...(options.length === 0 ? [] : [section('Options', columns(options.map((option) => [flag(option), option.help])))]),
    ...(notes === undefined ? [] : [notes]),
    section('Examples', examples),
  ].join('\n\n');
}

function synopsis({ name, operands = [], rest }: Command): string {
  return [name, ...operands, rest && (rest.startsWith('[') ? `[-- ${rest.slice(1)}` : `-- ${rest}`)].filter(Boolean).join(' ');
}

function flag({ name, value }: Option): string {
  return value === undefined ? `--${name}` : `--${name} ${value}`;
}

function section(title: string, lines: readonly string[]): string {
  return [`${title}:`, ...lines.map((line) => `  ${line}`)].join('\n');
}

/** Two columns; what does not fit into the right one goes on below its beginning. */
function columns(rows: readonly (readonly [string, string])[]): string[] {
  const width = Math.max(...rows.map(([left]) => left.length));
  const lines = rows.flatMap(([left, right]) => wrapped(right, WIDTH - width - 4).map((line, index) => [index === 0 ? left : '', line]));
  return lines.map(([left = '', right]) => `${left.padEnd(width)}  ${right}`);
}

function wrapped(text: string, width: number): string[] {
  const lines = [''];
  for (const word of text.split(' ')) {
    const last = lines.at(-1) ?? '';
    if (last === '') lines[lines.length - 1] = word;
    else if (last.length + 1 + word.length <= width) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}
