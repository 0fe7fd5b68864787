import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import { ServiceError } from '../model/service-error.ts';
import type { Option } from './option.ts';
import { readYaml } from './yaml-file.ts';

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
  const file = settings.get('config')?.values.at(-1);
  if (file === undefined) return settings;
  return new Map([...fromFile(file, options, known), ...settings]);
}

/** The setting of an option that takes a value. */
function setting(option: Option, source: string, given: readonly string[]): [string, Setting] {
  const values = option.multiple ? given.flatMap((text) => text.split(',')).map((text) => text.trim()) : given;
  if (!values.includes('')) return [option.name, { source, values }];
  throw new ServiceError('bad-argument', `${source} is empty; give it ${option.value}, or leave it out.`);
}

function fromFlags(args: readonly string[], options: readonly Option[]): [string, Setting][] {
  const config = Object.fromEntries(
    options.map(({ name, value }) => [
      name,
      value === undefined ? { type: 'boolean' as const } : { type: 'string' as const, multiple: true },
    ]),
  );
  const { values } = parseFlags(args, config);
  return options.flatMap((option): [string, Setting][] => {
    const { name } = option;
    const source = `--${name}`;
    const value = values[name];
    if (value === undefined) return [];
    return [Array.isArray(value) ? setting(option, source, value.map(String)) : [name, { source, values: [String(value)] }]];
  });
}

function parseFlags(args: readonly string[], options: ParseArgsOptionsConfig) {
  try {
    return parseArgs({ args: [...args], options, strict: true, allowPositionals: false });
  } catch (cause) {
    const [sentence = ''] = (cause instanceof Error ? cause.message : String(cause)).split(/\.? *\n|\. /);
    throw new ServiceError('bad-argument', `${sentence.replace(/\.?$/, '')}; see --help.`, { cause });
  }
}

/** The environment variable of an option: BUSINESS_CLOUD_KEY_FILE for --key-file. */
export function variableOf(name: string): string {
  return `BUSINESS_CLOUD_${name.toUpperCase().replaceAll('-', '_')}`;
}

function fromEnvironment(environment: Environment, options: readonly Option[]): [string, Setting][] {
  return options.flatMap((option): [string, Setting][] => {
    const source = variableOf(option.name);
    const text = environment[source];
    if (text === undefined) return [];
    if (option.value !== undefined) return [setting(option, source, [text])];
    const on = SWITCH.get(text);
    if (on === undefined) throw new ServiceError('bad-argument', `${source} must be true or false; it is ${JSON.stringify(text)}.`);
    return on ? [[option.name, { source, values: [text] }]] : [];
  });
}

/** How the environment says whether an option without a value is there. */
const SWITCH: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['1', true],
  ['false', false],
  ['0', false],
]);

function fromFile(file: string, options: readonly Option[], known: readonly Option[]): [string, Setting][] {
  const entries = Object.entries(parseFile(file));
  const unknown = entries.find(([name]) => name === 'config' || !known.some((option) => option.name === name));
  if (unknown !== undefined) throw new ServiceError('bad-argument', `${unknown[0]} in ${file} is not an option; see --help.`);
  return entries.flatMap(([name, value]) => {
    const option = options.find((candidate) => candidate.name === name);
    return option === undefined ? [] : entrySettings(option, `${name} in ${file}`, value);
  });
}

function entrySettings(option: Option, source: string, value: unknown): [string, Setting][] {
  if (option.value === undefined) {
    if (typeof value !== 'boolean') throw new ServiceError('bad-argument', `${source} must be true or false; it is ${kindOf(value)}.`);
    return value ? [[option.name, { source, values: [String(value)] }]] : [];
  }
  const values = option.multiple ? [value].flat() : [value];
  const wrong = values.find((one) => typeof one !== 'string' && typeof one !== 'number');
  if (values.some((one) => one === wrong))
    throw new ServiceError('bad-argument', `${source} must be one text or number; it is ${kindOf(wrong)}.`);
  return [setting(option, source, values.map(String))];
}

/** What a value is, without the value: it may hold a secret. */
function kindOf(value: unknown): string {
  if (value === null) return 'nothing';
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' ? 'a map' : `a ${typeof value}`;
}

function parseFile(file: string): object {
  const content = readYaml(file);
  if (typeof content === 'object' && content !== null && !Array.isArray(content)) return content;
  throw new ServiceError('bad-argument', `${file} must hold options by their names, such as port: 8080.`);
}
