import { callable, type OptionKind, type OptionKinds, oneOf, readOptions } from '#runtime';
import { invalid } from '../options/invalid.ts';
import type { ClientEvent } from './client-event.ts';

/** What is told, from nothing to everything. */
export type LogLevel = 'off' | 'error' | 'warn' | 'info' | 'debug';

type Write = (message: string, ...details: unknown[]) => void;

/** The part of a logger that is used; the console has it. */
export interface Logger {
  readonly error: Write;
  readonly warn: Write;
  readonly info: Write;
  readonly debug: Write;
}

const LEVELS = ['off', 'error', 'warn', 'info', 'debug'] as const;
export const levelKind: OptionKind = oneOf(...LEVELS);
export const loggerKind: OptionKind = {
  expected: 'an object with error(), warn(), info() and debug()',
  accepts: (value) => LEVELS.slice(1).every((level) => callable.accepts(Object(value)[level])),
};

const VARIABLE = 'BUSINESS_CLOUD_LOG';
const ENVIRONMENT: OptionKinds<{ [VARIABLE]?: LogLevel }> = { [VARIABLE]: levelKind };

/** Writes the events of calls, which hold nothing secret; undefined where nothing is to be logged. */
export function createLog(logger: Logger | undefined, given: LogLevel | undefined): ((event: ClientEvent) => void) | undefined {
  const most = LEVELS.indexOf(given ?? environmentLevel() ?? (logger ? 'warn' : 'off'));
  if (most === 0) return undefined;
  return (event) => {
    const level = levelOf(event);
    const { type, ...details } = event;
    const subject = 'operation' in event ? `${event.operation} ` : '';
    if (LEVELS.indexOf(level) <= most) (logger ?? console)[level](`@business-cloud/client: ${subject}${type}`, details);
  };
}

function levelOf(event: ClientEvent): Exclude<LogLevel, 'off'> {
  if (event.type === 'end') return event.code || (event.status ?? 0) >= 400 ? 'error' : 'info';
  return /start|attempt|answer/.test(event.type) ? 'debug' : 'warn';
}

/** Browsers have no environment, and others may refuse to tell it. */
function environmentLevel(): LogLevel | undefined {
  let level: unknown;
  try {
    level = Object(globalThis).process?.env?.[VARIABLE] || undefined;
  } catch {}
  return readOptions<{ [VARIABLE]?: LogLevel }>({ [VARIABLE]: level }, ENVIRONMENT, invalid)[VARIABLE];
}
