import { type Logger, stdSerializers } from 'pino';
import { foreignText } from '../model/foreign-text.ts';

/** How many lines of a stack, and how many of several errors, are logged. */
const LINES_MAX = 50;
const ERRORS_MAX = 5;

/** A log in which no line is longer than a few kilobytes, whatever a client, a receiver or a database sends. */
export function boundedLog(log: Logger): Logger {
  return log.child({}, { serializers: { err: errorOf, error: textOf, applicationId: textOf, path: textOf } });
}

function textOf(value: unknown): unknown {
  return typeof value === 'string' ? foreignText(value) : value;
}

function errorOf(error: Error): object {
  return boundedMembers(stdSerializers.err(error));
}

function boundedMembers(value: object): object {
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, name === 'stack' ? stackOf(String(member)) : boundedMember(member)]),
  );
}

function boundedMember(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, ERRORS_MAX).map(boundedMember);
  return typeof value === 'object' && value !== null ? boundedMembers(value) : textOf(value);
}

/** With its lines. */
function stackOf(stack: string): string {
  return stack.split('\n', LINES_MAX).map(foreignText).join('\n');
}
