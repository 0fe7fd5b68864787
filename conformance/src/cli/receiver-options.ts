import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import {
  LONGEST_TOLERANCE_SECONDS,
  parseReceiverTarget,
  type ReceiverSettings,
  receiverSettings,
} from '../config/parse-receiver-target.ts';
import { ConfigurationError } from '../model/configuration-error.ts';
import type { ReceiverTarget } from '../model/receiver-target.ts';
import { settingsFiles } from '../model/settings-files.ts';
import { wholeNumber } from './argument.ts';
import { readSettingsFile } from './settings-file.ts';

export const DEFAULT_RECEIVER_FILE: string = settingsFiles.receiver;

export const receiverFlags = {
  config: { type: 'string' },
  target: { type: 'string' },
  secret: { type: 'string' },
  tolerance: { type: 'string' },
  effects: { type: 'string' },
  'effects-command': { type: 'string' },
  'answer-within': { type: 'string' },
  'foreign-address': { type: 'string' },
  'header-word': { type: 'string' },
  'ca-file': { type: 'string' },
} as const;

export const receiverFlagsHelp: string = `  --target URL             where the receiver takes deliveries
  --secret SECRET          the secret of the webhook, as its creation answered it
  --tolerance SECONDS      how far the receiver lets a timestamp be from now (default: 300)
  --effects URL            answers GET with {"processed": {"<eventGuid>": count}}, which shows whether an event was processed once
  --effects-command CMD    a command that prints the same, instead
  --answer-within TIME     how soon a delivery should be answered (default: 5s)
  --foreign-address IP     an address of this machine that the receiver does not list as a sender
  --header-word WORD       the product word in header names (default: Service)
  --ca-file FILE           the authority of an https receiver, if it is not a well-known one
  --config FILE            a file with these settings (default: ${DEFAULT_RECEIVER_FILE}, if there is one); flags take precedence`;

type Values = { readonly [Flag in keyof typeof receiverFlags]?: string | undefined };

/** Reads the description of the receiver: the file, and flags laid over it. @throws ConfigurationError */
export function readReceiverTarget(values: Values): ReceiverTarget {
  const file = values.config ?? (existsSync(DEFAULT_RECEIVER_FILE) ? DEFAULT_RECEIVER_FILE : undefined);
  const written = file === undefined ? {} : readSettings(file);
  const given = settingsOf(values);
  const { target, secret, ...others } = { ...written, ...given };
  const at = (setting: keyof ReceiverSettings): string =>
    file !== undefined && given[setting] === undefined ? `${file}: ${setting}` : flagOf(setting);
  const missing = (setting: keyof ReceiverSettings, what: string): ConfigurationError =>
    new ConfigurationError(`${at(setting)} is missing: ${what}.`);
  if (target === undefined) throw missing('target', 'name the URL of the receiver');
  if (secret === undefined) throw missing('secret', 'name the secret of its webhook');
  return parseReceiverTarget({ target, secret, ...others }, at);
}

function settingsOf(values: Values): Partial<ReceiverSettings> {
  const entries = receiverSettings.flatMap((setting) => {
    const value = Object.entries(values).find(([flag]) => `--${flag}` === flagOf(setting))?.[1];
    if (value === undefined) return [];
    return [[setting, setting === 'tolerance' ? wholeNumber('--tolerance', value, 1, LONGEST_TOLERANCE_SECONDS) : value]];
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
