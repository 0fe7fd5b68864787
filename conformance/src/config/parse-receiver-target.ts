import { isIP } from 'node:net';
import { HEADER_WORD, HEADER_WORD_PATTERN, SIGNATURE_TOLERANCE_MS } from '../generated/limits.ts';
import { ConfigurationError } from '../model/configuration-error.ts';
import type { EffectsSource, ReceiverTarget } from '../model/receiver-context.ts';
import { durationMs } from './defaults.ts';

/** The settings of a receiver. `receiver.yaml` and the command line use the same names. */
export interface ReceiverSettings {
  /** The address to which deliveries are posted: http or https. */
  readonly target: string;
  /** The webhook's secret as its creation returned it. */
  readonly secret: string;
  /** How far a timestamp may be from now, in seconds. Default: 300. */
  readonly tolerance?: number;
  /** A URL that answers GET with `{"processed": {"<eventGuid>": count}}`. */
  readonly effects?: string;
  /** A shell command that prints the same JSON. */
  readonly effectsCommand?: string;
  /** How soon a delivery should be answered. Default: `5s`. */
  readonly answerWithin?: string;
  /** An address of this machine that the receiver does not list. */
  readonly foreignAddress?: string;
  /** The product word in header names. Default: `Service`. */
  readonly headerWord?: string;
  /** The PEM file of the receiver's CA, if that is not a well-known one. */
  readonly caFile?: string;
}

const DEFAULT_ANSWER_WITHIN = '5s';
export const LONGEST_TOLERANCE_SECONDS: number = 86_400;

/**
 * Reads the settings of a receiver. @param at the name of a setting in error messages @throws ConfigurationError with one sentence
 *
 * @example
 * const target = parseReceiverTarget({ target: 'http://localhost:8080/webhook', secret: 'whsec' });
 */
export function parseReceiverTarget(
  settings: ReceiverSettings,
  at: (setting: keyof ReceiverSettings) => string = (setting) => setting,
): ReceiverTarget {
  const { target, secret, tolerance, answerWithin = DEFAULT_ANSWER_WITHIN, foreignAddress, headerWord = HEADER_WORD, caFile } = settings;
  const must = (holds: boolean, setting: keyof ReceiverSettings, sentence: string): void => {
    if (!holds) throw new ConfigurationError(`${at(setting)}: ${sentence}.`);
  };
  must(isAddress(target), 'target', `${target} is not the address of a receiver; write one such as http://127.0.0.1:8080/webhook`);
  must(secret !== '', 'secret', 'is empty; write the secret that the creation of the webhook returned');
  const seconds = tolerance ?? SIGNATURE_TOLERANCE_MS / 1000;
  const isTolerance = Number.isInteger(seconds) && seconds > 0 && seconds <= LONGEST_TOLERANCE_SECONDS;
  must(isTolerance, 'tolerance', `${tolerance} is not a whole number of seconds between 1 and ${LONGEST_TOLERANCE_SECONDS}`);
  const answerWithinMs = durationMs(answerWithin);
  must(
    answerWithinMs !== undefined && answerWithinMs > 0,
    'answerWithin',
    `${answerWithin} is not a duration; write one such as 5s or 800ms`,
  );
  must(
    foreignAddress === undefined || isIP(foreignAddress) !== 0,
    'foreignAddress',
    `${foreignAddress} is not an IP address; write one such as 127.0.0.2`,
  );
  must(
    HEADER_WORD_PATTERN.test(headerWord),
    'headerWord',
    `${headerWord} cannot be part of a header name; write letters and digits, such as ${HEADER_WORD}`,
  );
  const effects = effectsOf(settings, must);
  return {
    url: target,
    secret,
    headerWord,
    toleranceSeconds: seconds,
    answerWithinMs: answerWithinMs ?? 0,
    ...(effects && { effects }),
    ...(foreignAddress !== undefined && { foreignAddress }),
    ...(caFile !== undefined && { caFile }),
  };
}

function effectsOf(
  { effects, effectsCommand }: ReceiverSettings,
  must: (holds: boolean, setting: keyof ReceiverSettings, sentence: string) => void,
): EffectsSource | undefined {
  must(effects === undefined || effectsCommand === undefined, 'effectsCommand', 'is given together with effects; use only one of them');
  must(
    effects === undefined || isAddress(effects),
    'effects',
    `${effects} is not an address; write one such as http://127.0.0.1:8080/effects`,
  );
  must(effectsCommand === undefined || effectsCommand.trim() !== '', 'effectsCommand', 'is empty; write the command, or leave it out');
  if (effectsCommand !== undefined) return { command: effectsCommand };
  return effects === undefined ? undefined : { url: effects };
}

function isAddress(text: string): boolean {
  return /^https?:\/\/[^/]/i.test(text) && URL.canParse(text) && !text.includes('#');
}
