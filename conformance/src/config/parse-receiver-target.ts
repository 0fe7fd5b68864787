import { isIP } from 'node:net';
import { HEADER_WORD, HEADER_WORD_PATTERN, SIGNATURE_TOLERANCE_MS } from '../generated/limits.ts';
import { ConfigurationError } from '../model/configuration-error.ts';
import type { EffectsSource, ReceiverTarget } from '../model/receiver-target.ts';
import { durationMs } from './duration.ts';

/** A receiver as a person describes it; `receiver.yaml` and the flags of the command line have the same names. */
export interface ReceiverSettings {
  /** Where deliveries are posted: http or https. */
  readonly target: string;
  /** The secret of the webhook, as its creation answered it. */
  readonly secret: string;
  /** How far the receiver lets a timestamp be from now, in seconds. Default: 300. */
  readonly tolerance?: number;
  /** A URL whose GET answers `{"processed": {"<eventGuid>": count}}`. */
  readonly effects?: string;
  /** A command of the shell that prints the same. */
  readonly effectsCommand?: string;
  /** How soon a delivery should be answered. Default: `5s`. */
  readonly answerWithin?: string;
  /** An address of this machine that the receiver does not list. */
  readonly foreignAddress?: string;
  /** The product word in header names. Default: `Service`. */
  readonly headerWord?: string;
  /** The PEM file of the receiver's authority, where it is not a well-known one. */
  readonly caFile?: string;
}

const DEFAULT_ANSWER_WITHIN = '5s';
export const LONGEST_TOLERANCE_SECONDS: number = 86_400;

/** The names of all settings, in the order in which they are explained. */
export const receiverSettings: readonly (keyof ReceiverSettings)[] = [
  'target',
  'secret',
  'tolerance',
  'effects',
  'effectsCommand',
  'answerWithin',
  'foreignAddress',
  'headerWord',
  'caFile',
];

/**
 * Reads the description of a receiver. @param at how a setting is named to whoever wrote it @throws ConfigurationError with one sentence
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
  must(isAddress(target), 'target', `${target} is no address of a receiver; write one such as http://127.0.0.1:8080/webhook`);
  must(secret !== '', 'secret', 'is empty; write the secret that the creation of the webhook answered');
  const seconds = tolerance ?? SIGNATURE_TOLERANCE_MS / 1000;
  const isTolerance = Number.isInteger(seconds) && seconds > 0 && seconds <= LONGEST_TOLERANCE_SECONDS;
  must(isTolerance, 'tolerance', `${tolerance} is not a whole number of seconds between 1 and ${LONGEST_TOLERANCE_SECONDS}`);
  const answerWithinMs = durationMs(answerWithin);
  must(answerWithinMs !== undefined && answerWithinMs > 0, 'answerWithin', `${answerWithin} is no duration; write one such as 5s or 800ms`);
  must(
    foreignAddress === undefined || isIP(foreignAddress) !== 0,
    'foreignAddress',
    `${foreignAddress} is no IP address; write one such as 127.0.0.2`,
  );
  must(
    HEADER_WORD_PATTERN.test(headerWord),
    'headerWord',
    `${headerWord} is no part of a header's name; write letters and digits, such as ${HEADER_WORD}`,
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
  must(effects === undefined || effectsCommand === undefined, 'effectsCommand', 'is given beside effects; name one of them');
  must(effects === undefined || isAddress(effects), 'effects', `${effects} is no address; write one such as http://127.0.0.1:8080/effects`);
  must(effectsCommand === undefined || effectsCommand.trim() !== '', 'effectsCommand', 'is empty; write the command, or leave it out');
  if (effectsCommand !== undefined) return { command: effectsCommand };
  return effects === undefined ? undefined : { url: effects };
}

function isAddress(text: string): boolean {
  return /^https?:\/\/[^/]/i.test(text) && URL.canParse(text) && !text.includes('#');
}
