import { randomBytes } from 'node:crypto';
import { pino } from 'pino';
import { choiceOf, numberOf, type Settings, textOf } from '#command-line';
import { ServiceError } from '../model/service-error.ts';
import { loadKeyFile } from '../security/key-file.ts';
import { SEALING_KEY_BYTES } from '../security/sealing.ts';
import type { StoreOptions } from '../store/open-store.ts';
import { isPostgresUrl } from '../store/postgres/postgres.ts';
import { IN_MEMORY } from '../store/sqlite/sqlite.ts';
import { logDestination } from './log-destination.ts';
import { checkedOf } from './values.ts';

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'silent'] as const;

// With it and the time of deliveries in flight, a process that is asked to end has ended within 20 s.
const STATEMENT_SECONDS_MAX = 8;

const SCHEME = /^[a-z][a-z0-9+.-]*:\/\//i;

export interface StoreDefaults {
  readonly database: string;
  readonly logLevel: (typeof LOG_LEVELS)[number];
}

export const STORE_DEFAULTS: StoreDefaults = { database: 'business-cloud.sqlite', logLevel: 'warn' };

/** @throws {ServiceError} `bad-argument` or `key-unusable` */
export function storeSettings(settings: Settings, defaults: StoreDefaults = STORE_DEFAULTS): StoreOptions {
  checkedOf(settings, 'database', requireLocation);
  const database = textOf(settings, 'database') ?? defaults.database;
  const level = choiceOf(settings, 'log-level', LOG_LEVELS) ?? defaults.logLevel;
  const statementSeconds = numberOf(settings, 'statement-seconds', 1, STATEMENT_SECONDS_MAX);
  return {
    database,
    sealingKey: sealingKeyOf(textOf(settings, 'key-file'), database),
    ...(statementSeconds !== undefined && { statementTimeoutMs: statementSeconds * 1000 }),
    log: pino({ level, base: null }, logDestination()),
  };
}

// The address of another database would be taken for a file name, and printed with its password.
function requireLocation(text: string): void {
  const scheme = SCHEME.exec(text)?.[0];
  if (scheme === undefined || (isPostgresUrl(text) && URL.canParse(text))) return;
  throw new ServiceError(
    'bad-argument',
    `it begins with ${scheme}, but is neither an address like postgres://user:password@host:5432/name nor a file.`,
  );
}

function sealingKeyOf(keyFile: string | undefined, database: string): StoreOptions['sealingKey'] {
  if (keyFile !== undefined) return (isEmpty) => loadKeyFile(keyFile, isEmpty);
  if (database === IN_MEMORY) return randomBytes(SEALING_KEY_BYTES);
  if (!isPostgresUrl(database)) return (isEmpty) => loadKeyFile(`${database}.key`, isEmpty);
  throw new ServiceError('bad-argument', '--key-file is missing. With PostgreSQL every node must seal with the same key.');
}
