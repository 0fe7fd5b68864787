import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { numberOf, type Settings, textOf } from '#command-line';
import {
  LONGEST_TOLERANCE_SECONDS,
  parseReceiverTarget,
  type ReceiverSettings,
  receiverSettings,
} from '../config/parse-receiver-target.ts';
import { ConfigurationError } from '../model/configuration-error.ts';
import type { ReceiverTarget } from '../model/receiver-context.ts';
import { settingsFiles } from '../model/result.ts';
import { readSettingsFile } from './settings-file.ts';

/** Reads the description of the receiver. The command line takes precedence over the file. @throws ConfigurationError */
export function readReceiverTarget(options: Settings): ReceiverTarget {
  const file = textOf(options, 'config') ?? (existsSync(settingsFiles.receiver) ? settingsFiles.receiver : undefined);
  const written = file === undefined ? {} : readSettings(file);
  const given = settingsOf(options);
  const { target, secret, ...others } = { ...written, ...given };
  const at = (setting: keyof ReceiverSettings): string =>
    file !== undefined && given[setting] === undefined ? `${file}: ${setting}` : flagOf(setting);
  const missing = (setting: keyof ReceiverSettings, what: string): ConfigurationError =>
    new ConfigurationError(`${at(setting)} is missing: ${what}.`);
  if (target === undefined) throw missing('target', 'name the URL of the receiver');
  if (secret === undefined) throw missing('secret', 'name the secret of its webhook');
  return parseReceiverTarget({ target, secret, ...others }, at);
}

function settingsOf(options: Settings): Partial<ReceiverSettings> {
  const entries = receiverSettings.flatMap((setting) => {
    const name = flagOf(setting).slice(2);
    const value = setting === 'tolerance' ? numberOf(options, name, 1, LONGEST_TOLERANCE_SECONDS) : textOf(options, name);
    return value === undefined ? [] : [[setting, value]];
  });
  return Object.fromEntries(entries);
}

/** Paths in a file are relative to it. @throws ConfigurationError */
function readSettings(file: string): Partial<ReceiverSettings> {
  const content = readSettingsFile(file, { role: 'receiver', needs: 'target and secret', names: receiverSettings });
  for (const [name, value] of Object.entries(content)) {
    const wanted = name === 'tolerance' ? 'number' : 'string';
    if (typeof value !== wanted)
      throw new ConfigurationError(`${file}: ${name} must be ${wanted === 'number' ? 'a number' : 'text: write it in quotes'}.`);
  }
  const settings: Partial<ReceiverSettings> = content;
  const { caFile } = settings;
  return caFile === undefined ? settings : { ...settings, caFile: resolve(dirname(file), caFile) };
}

/** `answerWithin` as the command line names it. */
function flagOf(setting: string): string {
  return `--${setting.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}
