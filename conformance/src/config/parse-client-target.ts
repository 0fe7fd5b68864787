import { HEADER_WORD, HEADER_WORD_PATTERN } from '../generated/limits.ts';
import type { ClientFunction, ClientTarget } from '../model/client-context.ts';
import { ConfigurationError } from '../model/configuration-error.ts';
import { durationMs } from './defaults.ts';

/** The settings of a client. `client.yaml` and the command line use the same names. */
export interface ClientSettings {
  /** A command with its arguments, started without a shell, or a function in this process. */
  readonly client: readonly string[] | ClientFunction;
  /** How long one execution may take before it counts as hanging and is stopped. Default: `20s`. */
  readonly scenarioTimeout?: string;
  /** The product word in header names. Default: `Service`. */
  readonly headerWord?: string;
}

export const DEFAULT_SCENARIO_TIMEOUT = '20s';

/**
 * Reads the settings of a client. @param at the name of a setting in error messages @throws ConfigurationError with one sentence
 *
 * @example
 * const target = parseClientTarget({ client: ['node', 'client.js'] });
 */
export function parseClientTarget(
  { client, scenarioTimeout = DEFAULT_SCENARIO_TIMEOUT, headerWord = HEADER_WORD }: ClientSettings,
  at: (setting: keyof ClientSettings) => string = (setting) => setting,
): ClientTarget {
  const must = (holds: boolean, setting: keyof ClientSettings, sentence: string): void => {
    if (!holds) throw new ConfigurationError(`${at(setting)}: ${sentence}.`);
  };
  const isCommand = typeof client === 'function' || (client[0] !== undefined && client[0] !== '');
  must(isCommand, 'client', 'names no command; write the command that starts the client, with its arguments');
  const timeoutMs = durationMs(scenarioTimeout) ?? 0;
  must(timeoutMs > 0, 'scenarioTimeout', `${scenarioTimeout} is not a duration; write one such as 20s or 800ms`);
  must(
    HEADER_WORD_PATTERN.test(headerWord),
    'headerWord',
    `${headerWord} cannot be part of a header name; write letters and digits, such as ${HEADER_WORD}`,
  );
  return { client, headerWord, scenarioTimeoutMs: timeoutMs };
}
