import { type Settings, textsOf } from '#command-line';
import { ServiceError } from '../model/service-error.ts';

/** From the largest to the smallest. */
const UNITS = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['m', 60_000],
  ['s', 1_000],
] as const;
const DURATION = /^(?<count>[1-9]\d{0,5})(?<unit>[smhd])$/;

/** A time such as 90s, 5m, 12h or 30d, in milliseconds; undefined when it is none. */
function parseDuration(text: string): number | undefined {
  const { count, unit } = DURATION.exec(text)?.groups ?? {};
  const unitMs = UNITS.find(([name]) => name === unit)?.[1];
  return unitMs === undefined ? undefined : Number(count) * unitMs;
}

/** A time as {@link parseDuration} reads it, in the largest unit of which it is a multiple. */
export function durationText(durationMs: number): string {
  const [name, unitMs] = UNITS.find(([, each]) => durationMs % each === 0) ?? ['s', 1_000];
  return `${durationMs / unitMs}${name}`;
}

/**
 * A time in milliseconds. Where it has no longest one, `forever` is infinite.
 *
 * @throws {ServiceError} `bad-argument` when it is none, too short or too long
 */
export function durationOf(settings: Settings, name: string, minMs: number, maxMs: number = Number.POSITIVE_INFINITY): number | undefined {
  const text = textsOf(settings, name).at(-1);
  if (text === undefined) return undefined;
  const durationMs = text === 'forever' ? Number.POSITIVE_INFINITY : parseDuration(text);
  if (durationMs !== undefined && durationMs >= minMs && durationMs <= maxMs) return durationMs;
  const most = maxMs === Number.POSITIVE_INFINITY ? ', or forever' : ` and ${durationText(maxMs)} at most`;
  const wanted = `a time such as 30d, ${durationText(minMs)} at least${most}`;
  throw new ServiceError('bad-argument', `${settings.get(name)?.source} must be ${wanted}; it is ${text}.`);
}

/** Times in milliseconds; undefined when there are none. @throws {ServiceError} `bad-argument` when one is not, or there are too many */
export function durationsOf(settings: Settings, name: string, countMax: number): readonly number[] | undefined {
  const texts = textsOf(settings, name);
  if (texts.length === 0) return undefined;
  const durationsMs = texts.flatMap((text) => parseDuration(text) ?? []);
  if (durationsMs.length === texts.length && texts.length <= countMax) return durationsMs;
  const wanted = `1 to ${countMax} times such as 5s,5m,2h`;
  throw new ServiceError('bad-argument', `${settings.get(name)?.source} must be ${wanted}; it is ${texts.join(',')}.`);
}
