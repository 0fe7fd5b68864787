import { existsSync } from 'node:fs';
import { type Settings, textOf } from '#command-line';
import { type ClientSettings, parseClientTarget } from '../config/parse-client-target.ts';
import type { ClientTarget } from '../model/client-context.ts';
import { ConfigurationError } from '../model/configuration-error.ts';
import { settingsFiles } from '../model/result.ts';
import { readSettingsFile } from './settings-file.ts';

/** Reads the description of the client. The command line takes precedence over the file. @throws ConfigurationError */
export function readClientTarget(options: Settings, command: readonly string[] | undefined): ClientTarget {
  const file = textOf(options, 'config') ?? (existsSync(settingsFiles.client) ? settingsFiles.client : undefined);
  const written = file === undefined ? {} : readSettings(file);
  const scenarioTimeout = textOf(options, 'scenario-timeout');
  const headerWord = textOf(options, 'header-word');
  const given: Partial<ClientSettings> = {
    ...(command !== undefined && { client: command }),
    ...(scenarioTimeout !== undefined && { scenarioTimeout }),
    ...(headerWord !== undefined && { headerWord }),
  };
  const { client, ...others } = { ...written, ...given };
  if (client === undefined) throw new ConfigurationError(`the command is missing: write it after '--', such as '-- python3 client.py'.`);
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
    throw new ConfigurationError(`${file}: client must be a list of strings, the command and its arguments: [python3, client.py].`);
  return { ...texts, ...(isCommand && { client }) };
}
