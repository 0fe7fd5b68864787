import { numberOf, type Settings } from '#command-line';
import { ServiceError } from '../model/service-error.ts';

const PORT_MAX = 65_535;

/** @throws {InputError} when it is not a port */
export function portOf(settings: Settings, name: string): number | undefined {
  return numberOf(settings, name, 0, PORT_MAX);
}

/** @throws {ServiceError} `bad-argument`, with the source of the value and what `check` throws of it */
export function checkedOf(settings: Settings, name: string, check: (text: string) => void): void {
  const { source, values } = settings.get(name) ?? { source: '', values: [] };
  for (const text of values) {
    try {
      check(text);
    } catch (cause) {
      throw new ServiceError('bad-argument', `${source} is refused: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
    }
  }
}

const UNITS_MS: ReadonlyMap<string | undefined, number> = new Map([
  ['m', 60_000],
  ['h', 3_600_000],
  ['d', 86_400_000],
]);
const DURATION = /^(?<count>[1-9]\d{0,5})(?<unit>[mhd])$/;

/** A time such as 90m, 12h or 30d, in milliseconds; `forever` is infinite. @throws {ServiceError} `bad-argument` */
export function durationOf(settings: Settings, name: string, minMs: number): number | undefined {
  const setting = settings.get(name);
  const text = setting?.values.at(-1);
  if (setting === undefined || text === undefined) return undefined;
  if (text === 'forever') return Number.POSITIVE_INFINITY;
  const { count, unit } = DURATION.exec(text)?.groups ?? {};
  const durationMs = Number(count) * (UNITS_MS.get(unit) ?? Number.NaN);
  if (durationMs >= minMs) return durationMs;
  const least = `${minMs / 3_600_000}h`;
  throw new ServiceError('bad-argument', `${setting.source} must be a time such as 30d, ${least} at least, or forever; it is ${text}.`);
}

/** @throws {ServiceError} `bad-argument` when it does not match */
export function matchOf(settings: Settings, name: string, pattern: RegExp, what: string): string | undefined {
  const setting = settings.get(name);
  const text = setting?.values.at(-1);
  if (setting === undefined || text === undefined || pattern.test(text)) return text;
  throw new ServiceError('bad-argument', `${setting.source} must be ${what}; it is ${text}.`);
}
