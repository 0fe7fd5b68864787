import { InputError, type Settings, textOf } from '#command-line';
import { durationMs } from '../config/duration.ts';

/** A duration, as it was written and in milliseconds. */
export interface Duration {
  readonly text: string;
  readonly ms: number;
}

/** The longest that a timer can wait. */
const LONGEST_MS = 2_147_483_647;

/** @throws {InputError} unless it is a time between 1 ms and 24 days */
export function durationOf(settings: Settings, name: string): Duration | undefined {
  const text = textOf(settings, name);
  if (text === undefined) return undefined;
  const ms = durationMs(text);
  if (ms === undefined || ms < 1 || ms > LONGEST_MS)
    throw new InputError(`--${name}: ${text} is not a time between 1ms and 24d; write one such as 90s, 10m or 2h.`);
  return { text, ms };
}
