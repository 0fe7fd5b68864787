import { HEADER_WORD, HEADER_WORD_PATTERN } from '../generated/limits.ts';
import type { ClientFunction, ClientTarget } from '../model/client-target.ts';
import { ConfigurationError } from '../model/configuration-error.ts';
import { durationMs } from './duration.ts';

/** A client as a person describes it; `client.yaml` and the flags of the command line have the same names. */
export interface ClientSettings {
  /** A command with its arguments, started without a shell; or a function of this process. */
  readonly client: readonly string[] | ClientFunction;
  /** After which time one execution counts as hanging, and is ended. Default: `20s`. */
  readonly scenarioTimeout?: string;
  /** The product word in header names. Default: `Service`. */
  readonly headerWord?: string;
}

export const DEFAULT_SCENARIO_TIMEOUT = '20s';

/**
 * Reads the description of a client. @param at how a setting is named to whoever wrote it @throws ConfigurationError with one sentence
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
  must(isCommand, 'client', 'names no command; write the one that starts the client, with its arguments');
  const timeoutMs = durationMs(scenarioTimeout) ?? 0;
  must(timeoutMs > 0, 'scenarioTimeout', `${scenarioTimeout} is no duration; write one such as 20s or 800ms`);
  must(
    HEADER_WORD_PATTERN.test(headerWord),
    'headerWord',
    `${headerWord} is no part of a header's name; write letters and digits, such as ${HEADER_WORD}`,
  );
  return { client, headerWord, scenarioTimeoutMs: timeoutMs };
}
