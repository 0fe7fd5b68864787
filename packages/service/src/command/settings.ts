import { readFileSync } from 'node:fs';
import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import { parse } from 'yaml';
import { ServiceError } from '../service-error.ts';
import type { Option } from './option.ts';

/** The value of an option, and where it was found: said when it is wrong. */
export interface Setting {
  readonly source: string;
  readonly values: readonly string[];
}

/** The options that are set. */
export type Settings = ReadonlyMap<string, Setting>;

export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads options: a flag counts before the environment, that before the file of `--config`.
 *
 * @param known every option of any command, which a file may hold for those that have it
 * @throws {ServiceError} `bad-argument`
 */
export function readSettings(
  args: readonly string[],
  options: readonly Option[],
  known: readonly Option[] = options,
  environment: Environment = process.env,
): Settings {
  const settings = new Map([...fromEnvironment(environment, options), ...fromFlags(args, options)]);
  const file = settings.get('config')?.values[0];
  if (file === undefined) return settings;
  return new Map([...fromFile(file, options, known), ...settings]);
}

function fromFlags(args: readonly string[], options: readonly Option[]): [string, Setting][] {
  const config = Object.fromEntries(
    options.map(({ name, value }) => [
      name,
      value === undefined ? { type: 'boolean' as const } : { type: 'string' as const, multiple: true },
    ]),
  );
  const { values } = parseFlags(args, config);
  return Object.entries(values).map(([name, value]) => [name, { source: `--${name}`, values: [value].flat().map(String) }]);
}

function parseFlags(args: readonly string[], options: ParseArgsOptionsConfig) {
  try {
    return parseArgs({ args: [...args], options, strict: true, allowPositionals: false });
  } catch (cause) {
    const [sentence = ''] = (cause instanceof Error ? cause.message : String(cause)).split('. ');
    throw new ServiceError('bad-argument', `${sentence.replace(/\.?$/, '')}; see --help.`, { cause });
  }
}

/** The environment variable of an option: BUSINESS_CLOUD_KEY_FILE for --key-file. */
export function variableOf(name: string): string {
  return `BUSINESS_CLOUD_${name.toUpperCase().replaceAll('-', '_')}`;
}

function fromEnvironment(environment: Environment, options: readonly Option[]): [string, Setting][] {
  return options.flatMap(({ name, value, multiple }) => {
    const text = environment[variableOf(name)];
    if (text === undefined || (value === undefined && text === 'false')) return [];
    return [[name, { source: variableOf(name), values: multiple ? text.split(',') : [text] }]];
  });
}

function fromFile(file: string, options: readonly Option[], known: readonly Option[]): [string, Setting][] {
  const entries = Object.entries(parseFile(file));
  const unknown = entries.find(([name]) => name === 'config' || !known.some((option) => option.name === name));
  if (unknown !== undefined) throw new ServiceError('bad-argument', `${unknown[0]} in ${file} is not an option; see --help.`);
  return entries
    .filter(([name, value]) => value !== false && options.some((option) => option.name === name))
    .map(([name, value]) => [name, { source: `${name} in ${file}`, values: [value].flat().map(String) }]);
}

function parseFile(file: string): object {
  const content = readFile(file);
  if (typeof content === 'object' && content !== null && !Array.isArray(content)) return content;
  throw new ServiceError('bad-argument', `${file} must hold options by their names, such as port: 8080.`);
}

function readFile(file: string): unknown {
  try {
    return parse(readFileSync(file, 'utf8'));
  } catch (cause) {
    const [reason = ''] = (cause instanceof Error ? cause.message : String(cause)).split('\n');
    throw new ServiceError('bad-argument', `${file} cannot be read as YAML (${reason.replace(/[.:]$/, '')}).`, { cause });
  }
}
