import { type ParseArgsConfig, parseArgs } from 'node:util';
import { durationMs } from '../config/duration.ts';
import { nearestName } from '../config/nearest-name.ts';
import { UsageError } from './usage-error.ts';

type Options = NonNullable<ParseArgsConfig['options']>;
type Parsed<T extends Options, P extends boolean> = ReturnType<typeof parseArgs<{ args: string[]; options: T; allowPositionals: P }>>;

/** Reads the flags of a command. @throws UsageError for a flag that the command does not have. */
export function parseArguments<const T extends Options, const P extends boolean>(
  command: string,
  args: readonly string[],
  options: T,
  allowPositionals: P,
): Parsed<T, P> {
  try {
    return parseArgs({ args: [...args], options, allowPositionals });
  } catch (error) {
    const [message = ''] = (error instanceof Error ? error.message : String(error)).split(/\. |\.?\n/);
    const [, unknown] = /^Unknown option '--([\w-]+)'/.exec(message) ?? [];
    const meant = unknown === undefined ? undefined : nearestName(unknown, Object.keys(options));
    if (meant !== undefined) throw new UsageError(`--${unknown} is no option; write --${meant}.`);
    const lacks = message.includes('argument missing') || message.includes('argument is ambiguous');
    const [, lacking] = (lacks ? /^Option '(?:-\w, )?(--[\w-]+)/.exec(message) : undefined) ?? [];
    throw new UsageError(
      `${lacking === undefined ? message : `${lacking} needs a value`}; see 'business-cloud-conformance ${command} --help'.`,
    );
  }
}

export function oneOf<const T extends string>(flag: string, text: string, choices: readonly T[]): T {
  const found = choices.find((choice) => choice === text);
  if (found === undefined) throw new UsageError(`${flag}: ${text} is none of ${choices.join(', ')}.`);
  return found;
}

export function wholeNumber(flag: string, text: string, least: number, most: number): number {
  const number = Number(text);
  if (!/^-?\d+$/.test(text) || number < least || number > most)
    throw new UsageError(`${flag}: ${text} is not a whole number between ${least} and ${most}.`);
  return number;
}

/** A time as it was written, and in milliseconds. */
export interface Duration {
  readonly text: string;
  readonly ms: number;
}

/** The longest that a timer can wait. */
const LONGEST_MS = 2_147_483_647;

/** @throws UsageError */
export function duration(flag: string, text: string): Duration {
  const ms = durationMs(text);
  if (ms === undefined || ms < 1 || ms > LONGEST_MS)
    throw new UsageError(`${flag}: ${text} is no time between 1ms and 24d; write one such as 90s, 10m or 2h.`);
  return { text, ms };
}
