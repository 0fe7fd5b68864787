import { randomBytes } from 'node:crypto';
import { resolve } from 'node:path';
import { pino } from 'pino';
import { loadKeyFile } from '../security/key-file.ts';
import { SEALING_KEY_BYTES } from '../security/sealing.ts';
import type { ServiceOptions } from '../service.ts';
import { ServiceError } from '../service-error.ts';
import { IN_MEMORY } from '../store/sqlite.ts';
import { type ArgumentValues, choiceOf, portOf, textOf, textsOf } from './arguments.ts';

/** The options that every serving command has, for `parseArgs`. */
export const SERVING_OPTIONS = {
  port: { type: 'string' },
  host: { type: 'string' },
  database: { type: 'string' },
  'key-file': { type: 'string' },
  'header-word': { type: 'string' },
  'delivery-allow': { type: 'string', multiple: true },
  'delivery-ca': { type: 'string' },
  'test-clock': { type: 'string' },
  'log-level': { type: 'string' },
} as const;

/** What they come to. */
export interface ServingOptions {
  readonly service: ServiceOptions;
  readonly port: number;
  readonly host: string;
  readonly headerWord: string;
  /** Undefined: there is no control of the clock. */
  readonly testClockPort: number | undefined;
}

const PORT_DEFAULT = 8080;
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'silent'] as const;

/** @throws {ServiceError} `bad-argument` or `key-unusable` */
export function servingOptions(values: ArgumentValues, defaults: { readonly database: string; readonly logLevel: string }): ServingOptions {
  const database = textOf(values, 'database') ?? defaults.database;
  const headerWord = headerWordOf(values);
  const level = choiceOf(values, 'log-level', LOG_LEVELS) ?? defaults.logLevel;
  return {
    service: {
      database,
      sealingKey: sealingKeyOf(textOf(values, 'key-file'), database),
      log: pino({ level, base: null }, pino.destination({ fd: 2, sync: false })),
      headerWord,
      deliveryAllow: textsOf(values, 'delivery-allow'),
      deliveryCaFile: pathOf(textOf(values, 'delivery-ca')),
    },
    port: portOf(values, 'port') ?? PORT_DEFAULT,
    host: textOf(values, 'host') ?? '127.0.0.1',
    headerWord,
    testClockPort: portOf(values, 'test-clock'),
  };
}

// Absolute, so that it can be written into a configuration that is read from elsewhere.
function pathOf(file: string | undefined): string | undefined {
  return file === undefined ? undefined : resolve(file);
}

function sealingKeyOf(keyFile: string | undefined, database: string): Buffer {
  if (keyFile !== undefined) return loadKeyFile(keyFile);
  return database === IN_MEMORY ? randomBytes(SEALING_KEY_BYTES) : loadKeyFile(`${database}.key`);
}

function headerWordOf(values: ArgumentValues): string {
  const word = textOf(values, 'header-word') ?? 'Service';
  if (/^[A-Za-z][A-Za-z0-9]*$/.test(word)) return word;
  throw new ServiceError('bad-argument', `--header-word must be letters and digits, such as Service; it is ${word}.`);
}
