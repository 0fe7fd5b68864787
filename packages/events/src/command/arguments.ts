import { readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { type ParseArgsConfig, parseArgs } from 'node:util';
import { CommandError } from './command-error.ts';
import type { Terminal } from './terminal.ts';

const SECRET_VARIABLE = 'BUSINESS_CLOUD_WEBHOOK_SECRET';

/** Options that every command takes. */
const COMMON = {
  secret: { type: 'string', multiple: true },
  'secret-file': { type: 'string', multiple: true },
  tolerance: { type: 'string' },
  'header-word': { type: 'string' },
} as const;

export type Values = Readonly<Record<string, string | boolean | readonly (string | boolean)[] | undefined>>;

export interface Arguments {
  readonly values: Values;
  readonly positionals: readonly string[];
}

/** Reads the arguments of one command; an option that it does not have is bad input. */
export function readArguments(args: readonly string[], options: NonNullable<ParseArgsConfig['options']>): Arguments {
  try {
    return parseArgs({ args: withNegatives(args), options: { ...COMMON, ...options }, allowPositionals: true });
  } catch (error) {
    const [sentence] = String(error instanceof Error ? error.message : error).split(/(?<=')[.] |\n/, 1);
    throw new CommandError(`${sentence?.replace(/[.]$/, '')}; see --help.`);
  }
}

/** `--delay -20` as `--delay=-20`: a number below 0 is no option. */
function withNegatives(args: readonly string[]): string[] {
  const joined: string[] = [];
  for (const arg of args) {
    if (/^-[0-9]/.test(arg) && joined.at(-1)?.startsWith('--')) joined.push(`${joined.pop()}=${arg}`);
    else joined.push(arg);
  }
  return joined;
}

export function textOf(values: Values, name: string): string | undefined {
  const value = values[name];
  return typeof value === 'string' ? value : undefined;
}

export function textsOf(values: Values, name: string): readonly string[] {
  const value = values[name];
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];
}

/** The product word of the signature header; it stands in the name of a header. */
export function headerWordOf(values: Values): string {
  const word = textOf(values, 'header-word') ?? 'Service';
  if (/^[0-9A-Za-z-]+$/.test(word)) return word;
  throw new CommandError(`--header-word is '${word}', but must be letters, digits and hyphens: it stands in the name of a header.`);
}

/** A whole number in a range, or what stands for none. */
export function numberOf(values: Values, name: string, [least, most]: readonly [number, number]): number | undefined {
  const text = textOf(values, name);
  if (text === undefined) return undefined;
  const value = /^-?[0-9]{1,15}$/.test(text) ? Number(text) : Number.NaN;
  if (value >= least && value <= most) return value;
  throw new CommandError(`--${name} is '${text}', but must be a whole number from ${least} to ${most}.`);
}

/** The secrets, from options, files or the environment. They are taken as they are; only the line end of a file is its editor's. */
export async function secretsOf(values: Values, { env }: Terminal): Promise<readonly string[]> {
  const secrets = [...textsOf(values, 'secret')];
  for (const file of textsOf(values, 'secret-file')) secrets.push((await bytesOf('--secret-file', file)).toString().replace(/\r?\n$/, ''));
  const fromEnvironment = env[SECRET_VARIABLE];
  if (secrets.length === 0 && fromEnvironment !== undefined) secrets.push(fromEnvironment);
  if (secrets.length === 0) throw new CommandError(`There is no secret: give --secret, --secret-file or ${SECRET_VARIABLE}.`);
  if (secrets.includes('')) throw new CommandError('A secret is empty: give the one that the creation of the webhook answered.');
  return secrets;
}

/** The one secret of a command that takes no more. */
export async function secretOf(values: Values, terminal: Terminal): Promise<string> {
  const [secret = '', second] = await secretsOf(values, terminal);
  if (second !== undefined) throw new CommandError('There are several secrets, but a delivery is signed with one: give one.');
  return secret;
}

/** The bytes of a file; of `-`, standard input. */
export async function bytesOf(option: string, file: string): Promise<Buffer> {
  if (file === '-') return buffer(process.stdin);
  try {
    return await readFile(file);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new CommandError(`${option}: '${file}' cannot be read (${code}): name a file that is there.`);
  }
}

export function refusePositionals({ positionals }: Arguments, most: number): void {
  const extra = positionals[most];
  if (extra !== undefined) throw new CommandError(`'${extra}' is one argument too many; see --help.`);
}
