import { existsSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { parse as parseYaml } from 'yaml';
import { InputError, numberOf, type Settings, textOf, textsOf } from '#command-line';
import { firstLine, type Override, parseTarget } from '../config/parse.ts';
import { type ClientSettings, parseClientTarget } from '../config/parse-client-target.ts';
import { LONGEST_TOLERANCE_SECONDS, parseReceiverTarget, type ReceiverSettings } from '../config/parse-receiver-target.ts';
import { type Closed, clientSchema, receiverSchema, violationOf } from '../config/schema.ts';
import type { ClientTarget } from '../model/client-context.ts';
import { ConfigurationError, codeOf, textIn } from '../model/configuration-error.ts';
import type { ReceiverTarget } from '../model/receiver-context.ts';
import { settingsFiles } from '../model/result.ts';
import type { Target } from '../model/target.ts';

/** Reads the description of a service. Options take precedence over the file. @throws {InputError | ConfigurationError} */
export function readTarget(settings: Settings): Target {
  const overrides = [...targetOverrides(settings), ...settingOverrides(settings)];
  const config = textOf(settings, 'config');
  const file = config ?? settingsFiles.service;
  try {
    return parseTarget(readFileSync(file, 'utf8'), file, overrides);
  } catch (error) {
    if (error instanceof ConfigurationError) throw error;
    if (config === undefined && overrides.length > 0) return parseTarget('', 'the command line', overrides);
    throw new ConfigurationError(
      `${file}: cannot be read (${codeOf(error)}); name the description of the target with --config FILE, or write one with 'business-cloud-conformance init'.`,
    );
  }
}

/** Only some settings are numbers, lists or objects. The others stay text, since a key may consist of digits. */
function settingValue(path: string, text: string): unknown {
  if (text === 'null') return null;
  const structured =
    path.startsWith('timing.') || path.startsWith('surface.bodies.') || /^(companies|receiver\.senderAddresses)\b/.test(path);
  return structured && /^(-?\d+|[[{].*)$/s.test(text) && !path.endsWith('.licenseKey') ? parseYaml(text) : text;
}

/** Options such as `--service.version v3`. */
function settingOverrides(settings: Settings): readonly Override[] {
  return textsOf(settings, 'SECTION.NAME').map((written): Override => {
    const [path = '', ...value] = written.split('=');
    return [path, settingValue(path, value.join('='))];
  });
}

function targetOverrides(settings: Settings): readonly Override[] {
  const [admin, customer = admin, ...more] = textsOf(settings, 'target');
  const headerWord = textOf(settings, 'header-word');
  if (more.length > 0) throw new InputError('--target is given more than twice; name the Admin API, then the Customer API.');
  const overrides: Override[] = [];
  if (admin !== undefined) overrides.push(['service.adminUrl', admin, '--target'], ['service.customerUrl', customer, '--target']);
  if (headerWord !== undefined) overrides.push(['service.headerWord', headerWord, '--header-word']);
  return overrides;
}

/** Reads the description of a receiver. The command line takes precedence over the file. @throws {InputError | ConfigurationError} */
export function readReceiverTarget(options: Settings): ReceiverTarget {
  const given: Partial<ReceiverSettings> = givenIn(options, receiverSchema);
  const file = fileOf(options, 'receiver');
  const written: Partial<ReceiverSettings> = file === undefined ? {} : readFlat(file, 'receiver', receiverSchema, 'target and secret');
  // A path in a file is relative to it.
  const caFile = file !== undefined && written.caFile !== undefined && { caFile: resolve(dirname(file), written.caFile) };
  const { target, secret, ...others } = { ...written, ...caFile, ...given };
  const at = placeOf(file, given);
  if (target === undefined) throw new ConfigurationError(`${at('target')} is missing: name the URL of the receiver.`);
  if (secret === undefined) throw new ConfigurationError(`${at('secret')} is missing: name the secret of its webhook.`);
  return parseReceiverTarget({ target, secret, ...others }, at);
}

/** Reads the description of a client. The command line takes precedence over the file. @throws {InputError | ConfigurationError} */
export function readClientTarget(options: Settings, command: readonly string[] | undefined): ClientTarget {
  const given: Partial<ClientSettings> = { ...givenIn(options, clientSchema), ...(command !== undefined && { client: command }) };
  const file = fileOf(options, 'client');
  const written: Partial<ClientSettings> = file === undefined ? {} : readFlat(file, 'client', clientSchema, 'client');
  const { client, ...others } = { ...written, ...given };
  if (client === undefined) throw new ConfigurationError(`the command is missing: write it after '--', such as '-- python3 client.py'.`);
  return parseClientTarget({ client, ...others }, placeOf(file, given));
}

/** The file that describes a receiver or a client; undefined if there is none. */
function fileOf(options: Settings, role: 'receiver' | 'client'): string | undefined {
  return textOf(options, 'config') ?? (existsSync(settingsFiles[role]) ? settingsFiles[role] : undefined);
}

/** Reads a flat file of settings. @param needs the required settings, in words @throws ConfigurationError */
function readFlat(file: string, role: 'receiver' | 'client', schema: Closed, needs: string): object {
  const content = yamlIn(
    file,
    textIn(file, `name another with --config, or write one with 'business-cloud-conformance init --role ${role}'`),
  );
  if (typeof content !== 'object' || content === null || Array.isArray(content))
    throw new ConfigurationError(`${file}: must be a mapping with ${needs}; see 'business-cloud-conformance ${role} --help'.`);
  const violation = violationOf(schema, content);
  if (violation !== undefined) throw new ConfigurationError(`${file}: ${violation}.`);
  return content;
}

function yamlIn(file: string, text: string): unknown {
  try {
    return parseYaml(text) ?? {};
  } catch (error) {
    throw new ConfigurationError(`${file}: is not valid YAML: ${firstLine(error)}.`);
  }
}

/** The settings of a schema that the command line gives. */
function givenIn(options: Settings, schema: Closed): object {
  return Object.fromEntries(
    Object.keys(schema.properties).flatMap((setting) => {
      const name = flagOf(setting).slice(2);
      const value = setting === 'tolerance' ? numberOf(options, name, 1, LONGEST_TOLERANCE_SECONDS) : textOf(options, name);
      return value === undefined ? [] : [[setting, value]];
    }),
  );
}

/** How an error names a setting: by the file, or by its option. */
function placeOf(file: string | undefined, given: object): (setting: string) => string {
  return (setting) => (file !== undefined && !Object.hasOwn(given, setting) ? `${file}: ${setting}` : flagOf(setting));
}

/** `answerWithin` as the command line names it. A client's command comes after two dashes. */
function flagOf(setting: string): string {
  return setting === 'client' ? '--' : `--${setting.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}
