import type { ClientEvent } from './client-event.ts';

/** What is told, from nothing to everything. */
export type LogLevel = 'off' | 'error' | 'warn' | 'info' | 'debug';

/** Writes a message, and the details as further arguments. */
type Write = (message: string, ...details: unknown[]) => void;

/** The part of a logger that is used; the console has it. */
export interface Logger {
  /** Calls that failed. */
  readonly error: Write;
  /** Waits, lost connections, refused tokens and functions of the options that fail. */
  readonly warn: Write;
  /** Calls that succeeded. */
  readonly info: Write;
  /** The start of each call, its attempts and its answers. */
  readonly debug: Write;
}

export const LEVELS = ['off', 'error', 'warn', 'info', 'debug'] as const;

/** Writes the events of calls, which hold nothing secret; undefined where nothing is to be logged. */
export function createLog(logger: Logger | undefined, level: LogLevel): ((event: ClientEvent) => void) | undefined {
  const most = LEVELS.indexOf(level);
  if (most === 0) return undefined;
  return (event) => {
    const own = levelOf(event);
    const { type, ...details } = event;
    const subject = 'operation' in event ? `${event.operation} ` : '';
    if (LEVELS.indexOf(own) <= most) (logger ?? console)[own](`@business-cloud/client: ${subject}${type}`, details);
  };
}

function levelOf(event: ClientEvent): Exclude<LogLevel, 'off'> {
  if (event.type === 'end') return event.code || (event.status ?? 0) >= 400 ? 'error' : 'info';
  return /start|attempt|answer/.test(event.type) ? 'debug' : 'warn';
}
