import { existsSync } from 'node:fs';
import { type ClientSettings, DEFAULT_SCENARIO_TIMEOUT, parseClientTarget } from '../config/parse-client-target.ts';
import type { ClientTarget } from '../model/client-target.ts';
import { ConfigurationError } from '../model/configuration-error.ts';
import { settingsFiles } from '../model/settings-files.ts';
import { readSettingsFile } from './settings-file.ts';

export const DEFAULT_CLIENT_FILE: string = settingsFiles.client;

export const clientFlags = {
  config: { type: 'string' },
  'scenario-timeout': { type: 'string' },
  'header-word': { type: 'string' },
} as const;

export const clientFlagsHelp: string = `  -- COMMAND [ARG...]      starts the client, without a shell; environment variables tell it what to do
  --scenario-timeout TIME  when one start counts as hanging, and is ended with everything that it started (default: ${DEFAULT_SCENARIO_TIMEOUT})
  --header-word WORD       the product word in header names (default: Service)
  --config FILE            a file with these settings (default: ${DEFAULT_CLIENT_FILE}, if there is one); the command line takes precedence`;

type Values = { readonly [Flag in keyof typeof clientFlags]?: string | undefined };

/** The options of this command line, and the command behind them. */
export function splitCommand(args: readonly string[]): {
  readonly options: readonly string[];
  readonly command: readonly string[] | undefined;
} {
  const at = args.indexOf('--');
  return at < 0 ? { options: args, command: undefined } : { options: args.slice(0, at), command: args.slice(at + 1) };
}

/** Reads the description of the client: the file, and the command line laid over it. @throws ConfigurationError */
export function readClientTarget(values: Values, command: readonly string[] | undefined): ClientTarget {
  const file = values.config ?? (existsSync(DEFAULT_CLIENT_FILE) ? DEFAULT_CLIENT_FILE : undefined);
  const written = file === undefined ? {} : readSettings(file);
  const { 'scenario-timeout': scenarioTimeout, 'header-word': headerWord } = values;
  const given: Partial<ClientSettings> = {
    ...(command !== undefined && { client: command }),
    ...(scenarioTimeout !== undefined && { scenarioTimeout }),
    ...(headerWord !== undefined && { headerWord }),
  };
  const { client, ...others } = { ...written, ...given };
  if (client === undefined) throw new ConfigurationError(`the command is missing: write it behind '--', such as '-- python3 client.py'.`);
  const at = (setting: keyof ClientSettings): string =>
    file !== undefined && given[setting] === undefined ? `${file}: ${setting}` : flagOf[setting];
  return parseClientTarget({ client, ...others }, at);
}

const flagOf: Readonly<Record<keyof ClientSettings, string>> = {
  client: '--',
  scenarioTimeout: '--scenario-timeout',
  headerWord: '--header-word',
};

/** @throws ConfigurationError */
function readSettings(file: string): Partial<ClientSettings> {
  const { client, ...texts } = readSettingsFile(file, { role: 'client', needs: 'client', names: Object.keys(flagOf) });
  for (const [name, value] of Object.entries(texts))
    if (typeof value !== 'string') throw new ConfigurationError(`${file}: ${name} must be text: write it in quotes.`);
  const isCommand = Array.isArray(client) && client.every((part): part is string => typeof part === 'string');
  if (client !== undefined && !isCommand)
    throw new ConfigurationError(`${file}: client must be a list of texts, the command and its arguments: [python3, client.py].`);
  return { ...texts, ...(isCommand && { client }) };
}
