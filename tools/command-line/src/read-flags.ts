import { parseArgs } from 'node:util';
import { nearest } from '#runtime';
import { InputError } from './input-error.ts';
import type { Option, Setting, Settings } from './option.ts';

/** The arguments of a command: its options by name, and what stands between them. */
export interface Flags {
  readonly settings: Settings;
  readonly operands: readonly string[];
}

/** @throws {InputError} for an option that the command does not have, and for one without its value */
export function readFlags(args: readonly string[], options: readonly Option[]): Flags {
  const { values, positionals } = parse(args, options);
  const settings = options.flatMap((option): [string, Setting][] => {
    const value = values[option.name];
    return value === undefined ? [] : [[option.name, setting(option, [value].flat().map(String))]];
  });
  return { settings: new Map(settings), operands: positionals };
}

function parse(args: readonly string[], options: readonly Option[]): ReturnType<typeof parseArgs> {
  const types = options.map(({ name, value }) => {
    return [name, value === undefined ? ({ type: 'boolean' } as const) : ({ type: 'string', multiple: true } as const)] as const;
  });
  try {
    return parseArgs({ args: withNegativeNumbers(withNames(args, options)), options: Object.fromEntries(types), allowPositionals: true });
  } catch (error) {
    throw refusal(error, options);
  }
}

/** `--service.version v3` as `--SECTION.NAME service.version=v3`, for an option of that name. */
function withNames(args: readonly string[], options: readonly Option[]): readonly string[] {
  const free = options.filter(({ named }) => named !== undefined);
  return args.flatMap((arg, index) => {
    const [, name = '', value] = /^--([^=]+)(=.*)?$/s.exec(arg) ?? [];
    const option = free.find(({ named }) => named?.test(name));
    if (option !== undefined && value !== undefined) return [`--${option.name}`, `${name}${value}`];
    if (option !== undefined) return args[index + 1] === undefined ? [arg] : [`--${option.name}`];
    const [, before] = /^--([^=]+)$/.exec(args[index - 1] ?? '') ?? [];
    const follows = before !== undefined && free.some(({ named }) => named?.test(before));
    return [follows ? `${before}=${arg}` : arg];
  });
}

/** `--delay -20` as `--delay=-20`: a number below 0 is a value. */
function withNegativeNumbers(args: readonly string[]): string[] {
  const joined: string[] = [];
  for (const arg of args) {
    if (/^-[0-9]/.test(arg) && joined.at(-1)?.startsWith('--')) joined.push(`${joined.pop()}=${arg}`);
    else joined.push(arg);
  }
  return joined;
}

function setting({ name, value }: Option, values: readonly string[]): Setting {
  const source = `--${name}`;
  if (values.includes('')) throw new InputError(`${source} is empty; give it ${value}, or leave it out.`);
  return { source, values };
}

// Node's message names the argument in quotes, and may go on with advice that does not fit here.
function refusal(error: unknown, options: readonly Option[]): InputError {
  const [sentence = ''] = (error instanceof Error ? error.message : String(error)).split(/(?<=')[.] |\n/, 1);
  const [, unknown] = /^Unknown option '--([^']*)'/.exec(sentence) ?? [];
  // Either nothing follows, or what follows looks like another option.
  const [, lacking] = /argument (?:missing|is ambiguous)/.test(sentence) ? (/^Option '(?:-\w, )?(--[\w.-]+)/.exec(sentence) ?? []) : [];
  if (lacking !== undefined) return new InputError(`${lacking} needs a value; see --help.`);
  const meant =
    unknown &&
    nearest(
      unknown,
      options.map(({ name }) => name),
    );
  return new InputError(`${sentence.replace(/[.]$/, '')}; ${meant ? `did you mean --${meant}?` : 'see --help.'}`);
}
