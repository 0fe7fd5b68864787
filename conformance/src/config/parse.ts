import { dirname, resolve } from 'node:path';
import { parse as parseYaml } from 'yaml';
import { VERSION } from '../generated/api-version.ts';
import { HEADER_WORD } from '../generated/limits.ts';
import { ConfigurationError } from '../model/configuration-error.ts';
import type { Body, Company, ServiceConfig, Surface, Target } from '../model/target.ts';
import {
  DEFAULT_APPLICATION_ID,
  DEFAULT_TOKEN_LIFETIME_AT_MOST,
  defaultReceiver,
  defaultSurface,
  defaultTiming,
  durationMs,
} from './defaults.ts';
import { configSchema, violationOf } from './schema.ts';
import { firstFault } from './validate.ts';

const REFERENCE = /\$(\$?)\{([A-Za-z_]\w*)\}/g;

/** A setting that is given outside of the file: its dotted path, such as `companies.0.id`, and the flag, if that has another name. */
export type Override = readonly [path: string, value: unknown, flag?: string];

/** The shape of a file that the schema accepts. */
interface Config {
  service: Omit<ServiceConfig, 'version' | 'headerWord'> & Partial<ServiceConfig>;
  credentials: Omit<Target['credentials'], 'applicationId'> & Partial<Target['credentials']>;
  companies: RawCompany[];
  otherUser?: NonNullable<Target['otherUser']>;
  foreignCompany?: RawCompany;
  receiver?: Partial<Target['receiver']>;
  surface?: Partial<Omit<Surface, 'bodies'>> & { bodies?: Record<string, Body | null> | null };
  controls?: { clock?: string | null; tokenLifetimeAtMost?: string | number };
  timing?: Partial<Target['timing']>;
}

interface RawCompany {
  id: string | number | bigint;
  licenseKey: string;
}

/**
 * Reads the text of `conformance.yaml` and applies overrides. Paths in it are relative to the file.
 * @throws ConfigurationError with one sentence about the first problem
 * @example
 * const target = parseTarget(readFileSync('conformance.yaml', 'utf8'), 'conformance.yaml');
 */
export function parseTarget(text: string, file: string, overrides: readonly Override[] = []): Target {
  const config = parseText(text, file);
  for (const [path, value] of overrides) assign(config, path, value);
  // The schema knows only JSON numbers, so an id beyond 2^53 is rounded for the validation.
  const shown = JSON.parse(JSON.stringify(config, (_name, value) => (typeof value === 'bigint' ? Number(value) : value)));
  const violation = violationOf(configSchema, shown);
  if (violation !== undefined) throw placed(violation, file, overrides);
  const target = complete(config as unknown as Config, dirname(resolve(file)));
  const fault = firstFault(target);
  if (fault !== undefined) throw placed(fault, file, overrides);
  return target;
}

/** The error names the place where the value was given: its flag, or the file. */
function placed(sentence: string, file: string, overrides: readonly Override[]): ConfigurationError {
  const [subject = ''] = /^[\w.[\]-]+/.exec(sentence) ?? [];
  const dotted = subject.replaceAll(/\[(\d+)\]/g, '.$1');
  const given = overrides.findLast(([path]) => dotted === path || dotted.startsWith(`${path}.`));
  if (given === undefined) return new ConfigurationError(`${file}: ${sentence}.`);
  const [path, , flag = `--${path}`] = given;
  return new ConfigurationError(`${flag}${dotted.slice(path.length)}${sentence.slice(subject.length)}.`);
}

function parseText(text: string, file: string): Record<string, unknown> {
  try {
    // Integers are read exactly, because ids and license keys may have many digits.
    const value: unknown = parseYaml(text, { intAsBigInt: true, prettyErrors: true });
    if (value === null) return {};
    if (typeof value === 'object' && !Array.isArray(value)) return withEnvironment(narrowIntegers(value), file) as Record<string, unknown>;
    throw new ConfigurationError(
      `${file}: must be a mapping with service, credentials and companies; see 'business-cloud-conformance service --help'.`,
    );
  } catch (error) {
    if (error instanceof ConfigurationError) throw error;
    throw new ConfigurationError(`${file}: is not valid YAML: ${firstLine(error)}.`);
  }
}

/** The first line of a YAML parser's error, without its final punctuation. */
export function firstLine(error: unknown): string {
  const [line = ''] = (error instanceof Error ? error.message : String(error)).split('\n');
  return line.replace(/[:.]$/, '');
}

function narrowIntegers(value: unknown): unknown {
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : value;
  if (Array.isArray(value)) return value.map(narrowIntegers);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, narrowIntegers(member)]));
}

/** @throws ConfigurationError for a path that leads through a value without settings */
function assign(config: Record<string, unknown>, path: string, value: unknown): void {
  const parts = path.split('.');
  let place: unknown = config;
  for (const [index, part] of parts.entries()) {
    if (!holds(place, part))
      throw new ConfigurationError(`--${path}: is not a setting; an entry of a list is named by its number, from 0.`);
    if (index === parts.length - 1) place[part] = value;
    else {
      place[part] ??= /^\d+$/.test(parts[index + 1] ?? '') ? [] : {};
      place = place[part];
    }
  }
}

function holds(place: unknown, name: string): place is Record<string, unknown> {
  if (Array.isArray(place)) return /^\d+$/.test(name) && Number(name) <= place.length;
  return typeof place === 'object' && place !== null && name !== '__proto__' && name !== '';
}

function complete(config: Config, folder: string): Target {
  const [first, ...others] = config.companies.map(company);
  if (first === undefined) throw new ConfigurationError('companies must list at least one entry.');
  const receiver = { ...defaultReceiver, ...config.receiver };
  const at = (path: string): string => resolve(folder, path);
  const pair = ({ cert, key }: { cert: string; key: string }): { cert: string; key: string } => ({ cert: at(cert), key: at(key) });
  return {
    service: {
      ...config.service,
      version: config.service.version ?? VERSION,
      headerWord: config.service.headerWord ?? HEADER_WORD,
      ...(config.service.caFile !== undefined && { caFile: at(config.service.caFile) }),
      ...(config.service.clientCertificate && { clientCertificate: pair(config.service.clientCertificate) }),
    },
    credentials: { ...config.credentials, applicationId: config.credentials.applicationId ?? DEFAULT_APPLICATION_ID },
    companies: [first, ...others],
    ...(config.otherUser && { otherUser: config.otherUser }),
    ...(config.foreignCompany && { foreignCompany: company(config.foreignCompany) }),
    receiver: {
      ...receiver,
      caFile: at(receiver.caFile),
      ...(receiver.tls && { tls: pair(receiver.tls) }),
    },
    surface: {
      ...defaultSurface,
      ...config.surface,
      bodies: { ...defaultSurface.bodies, ...given(config.surface?.bodies) },
      eventObjects: { ...defaultSurface.eventObjects, ...config.surface?.eventObjects },
    },
    controls: {
      ...(config.controls?.clock ? { clock: config.controls.clock } : {}),
      tokenLifetimeAtMostMs: durationMs(config.controls?.tokenLifetimeAtMost ?? DEFAULT_TOKEN_LIFETIME_AT_MOST) ?? 0,
    },
    timing: { ...defaultTiming, ...config.timing },
  };
}

/** A null body means the default one. */
function given(bodies: Readonly<Record<string, Body | null>> | null = {}): Readonly<Record<string, Body>> {
  return Object.fromEntries(Object.entries(bodies ?? {}).flatMap(([name, body]) => (body === null ? [] : [[name, body]])));
}

function company(raw: RawCompany): Company {
  return { id: String(raw.id), licenseKey: raw.licenseKey };
}

/**
 * Replaces `${NAME}` in the texts of the file by the environment variable; `$${NAME}` becomes `${NAME}`.
 * @throws ConfigurationError if the variable is not set
 */
function withEnvironment(value: unknown, file: string, environment: NodeJS.ProcessEnv = process.env, path = ''): unknown {
  if (typeof value === 'string') {
    return value.replaceAll(REFERENCE, (whole, dollar: string, name: string) => {
      if (dollar !== '') return whole.slice(1);
      const found = environment[name];
      if (found !== undefined) return found;
      throw new ConfigurationError(
        `${file}: ${path} needs the environment variable ${name}, which is not set; set it, or write the value.`,
      );
    });
  }
  if (Array.isArray(value)) return value.map((item, index) => withEnvironment(item, file, environment, `${path}[${index}]`));
  if (typeof value !== 'object' || value === null) return value;
  const within = (name: string): string => (path === '' ? name : `${path}.${name}`);
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, withEnvironment(item, file, environment, within(name))]));
}
