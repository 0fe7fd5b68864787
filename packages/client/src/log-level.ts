import { callable, type OptionKind, type OptionKinds, oneOf, readOptions } from '#runtime';
import { invalid } from './options/invalid.ts';
import { LEVELS, type LogLevel } from './reporting/log.ts';

export const levelKind: OptionKind = oneOf(...LEVELS);
export const loggerKind: OptionKind = {
  expected: 'an object with error(), warn(), info() and debug()',
  accepts: (value) => LEVELS.slice(1).every((level) => callable.accepts(Object(value)[level])),
};

const VARIABLE = 'BUSINESS_CLOUD_LOG';
const ENVIRONMENT: OptionKinds<{ [VARIABLE]?: LogLevel }> = { [VARIABLE]: levelKind };

/** Browsers have no environment, and others may refuse to tell it. */
export function environmentLevel(): LogLevel | undefined {
  let level: unknown;
  try {
    level = Object(globalThis).process?.env?.[VARIABLE] || undefined;
  } catch {}
  return readOptions<{ [VARIABLE]?: LogLevel }>({ [VARIABLE]: level }, ENVIRONMENT, invalid)[VARIABLE];
}
