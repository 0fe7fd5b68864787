import type { Option, Setting, Settings } from '#command-line';
import { ServiceError } from '../model/service-error.ts';
import { requireSecretFile } from './secret-file.ts';
import { readYaml } from './yaml-file.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

export interface SettingSources {
  readonly flags: Settings;
  /** The options of the command. */
  readonly options: readonly Option[];
  /** Every option of any command: a file may hold all of them. */
  readonly known: readonly Option[];
  readonly environment: Environment;
}

/**
 * Adds options from elsewhere to the flags: a flag takes precedence over the environment, and that over the file of `--config`.
 *
 * @throws {ServiceError} `bad-argument`
 */
export function completeSettings({ flags, options, known, environment }: SettingSources): Settings {
  const settings = new Map([...fromEnvironment(environment, options), ...fromFlags(flags, options)]);
  const file = settings.get('config')?.values.at(-1);
  if (file === undefined) return settings;
  return new Map([...fromFile(file, options, known), ...settings]);
}

/** The setting of an option that takes a value. */
function setting(option: Option, source: string, given: readonly string[]): [string, Setting] {
  const values = option.multiple ? given.flatMap((text) => text.split(',')).map((text) => text.trim()) : given;
  if (!values.includes('')) return [option.name, { source, values }];
  throw new ServiceError('bad-argument', `${source} is empty. Give it ${option.value}, or leave it out.`);
}

function fromFlags(flags: Settings, options: readonly Option[]): [string, Setting][] {
  return options.flatMap((option): [string, Setting][] => {
    const flag = flags.get(option.name);
    return flag === undefined ? [] : [setting(option, flag.source, flag.values)];
  });
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
    if (on === undefined) throw new ServiceError('bad-argument', `${source} must be true or false. It is ${JSON.stringify(text)}.`);
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
  if (unknown !== undefined) throw new ServiceError('bad-argument', `${unknown[0]} in ${file} is not an option. See --help.`);
  // Addresses of databases and proxies hold passwords.
  if (entries.some(([, value]) => typeof value === 'string' && holdsPassword(value))) requireSecretFile(file);
  return entries.flatMap(([name, value]) => {
    const option = options.find((candidate) => candidate.name === name);
    return option === undefined ? [] : entrySettings(option, `${name} in ${file}`, value);
  });
}

function holdsPassword(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && (url.password !== '' || url.searchParams.has('password'));
}

function entrySettings(option: Option, source: string, value: unknown): [string, Setting][] {
  if (option.value === undefined) {
    if (typeof value !== 'boolean') throw new ServiceError('bad-argument', `${source} must be true or false. It is ${kindOf(value)}.`);
    return value ? [[option.name, { source, values: [String(value)] }]] : [];
  }
  const values = option.multiple ? [value].flat() : [value];
  const wrong = values.find((one) => typeof one !== 'string' && typeof one !== 'number');
  if (values.some((one) => one === wrong))
    throw new ServiceError('bad-argument', `${source} must be one text or number. It is ${kindOf(wrong)}.`);
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
