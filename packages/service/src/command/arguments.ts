import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import { ServiceError } from '../service-error.ts';

/** The values of a command's options, as they were written. */
export interface ArgumentValues {
  readonly [name: string]: string | boolean | (string | boolean)[] | undefined;
}

/**
 * Reads the options of a command.
 *
 * @throws {ServiceError} `bad-argument`
 */
export function readArguments(args: readonly string[], options: ParseArgsOptionsConfig): ArgumentValues {
  try {
    return parseArgs({ args: [...args], options, strict: true, allowPositionals: false }).values;
  } catch (cause) {
    const [sentence = ''] = (cause instanceof Error ? cause.message : String(cause)).split('. ');
    throw new ServiceError('bad-argument', `${sentence.replace(/\.?$/, '')}; see --help.`, { cause });
  }
}

export function textOf(values: ArgumentValues, name: string): string | undefined {
  const value = values[name];
  return typeof value === 'string' ? value : undefined;
}

export function textsOf(values: ArgumentValues, name: string): string[] {
  const value = values[name];
  return Array.isArray(value) ? value.map(String) : [];
}

/** @throws {ServiceError} `bad-argument` when it is not a port */
export function portOf(values: ArgumentValues, name: string): number | undefined {
  const text = textOf(values, name);
  if (text === undefined) return undefined;
  const port = Number(text);
  if (/^\d{1,5}$/.test(text) && port <= 65_535) return port;
  throw new ServiceError('bad-argument', `--${name} must be a port from 0 to 65535; it is ${text}.`);
}

/** @throws {ServiceError} `bad-argument` when it is none of the choices */
export function choiceOf<Choice extends string>(values: ArgumentValues, name: string, choices: readonly Choice[]): Choice | undefined {
  const text = textOf(values, name);
  if (text === undefined) return undefined;
  const choice = choices.find((candidate) => candidate === text);
  if (choice !== undefined) return choice;
  throw new ServiceError('bad-argument', `--${name} must be one of ${choices.join(', ')}; it is ${text}.`);
}
