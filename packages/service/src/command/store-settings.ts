import { randomBytes } from 'node:crypto';
import { pino } from 'pino';
import type { StoreOptions } from '../opened-store.ts';
import { loadKeyFile } from '../security/key-file.ts';
import { SEALING_KEY_BYTES } from '../security/sealing.ts';
import { ServiceError } from '../service-error.ts';
import { isPostgresUrl } from '../store/postgres.ts';
import { IN_MEMORY } from '../store/sqlite.ts';
import type { Settings } from './settings.ts';
import { choiceOf, textOf } from './values.ts';

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'silent'] as const;

export interface StoreDefaults {
  readonly database: string;
  readonly logLevel: (typeof LOG_LEVELS)[number];
}

export const STORE_DEFAULTS: StoreDefaults = { database: 'business-cloud.sqlite', logLevel: 'warn' };

/** @throws {ServiceError} `bad-argument` or `key-unusable` */
export function storeSettings(settings: Settings, defaults: StoreDefaults = STORE_DEFAULTS): StoreOptions {
  const database = textOf(settings, 'database') ?? defaults.database;
  const level = choiceOf(settings, 'log-level', LOG_LEVELS) ?? defaults.logLevel;
  return {
    database,
    sealingKey: sealingKeyOf(textOf(settings, 'key-file'), database),
    log: pino({ level, base: null }, pino.destination({ fd: 2, sync: false })),
  };
}

function sealingKeyOf(keyFile: string | undefined, database: string): Buffer {
  if (keyFile !== undefined) return loadKeyFile(keyFile);
  if (database === IN_MEMORY) return randomBytes(SEALING_KEY_BYTES);
  if (!isPostgresUrl(database)) return loadKeyFile(`${database}.key`);
  throw new ServiceError('bad-argument', '--key-file is missing: with PostgreSQL every node must seal with the same key.');
}
