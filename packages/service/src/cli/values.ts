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

/** @throws {ServiceError} `bad-argument` when it does not match */
export function matchOf(settings: Settings, name: string, pattern: RegExp, what: string): string | undefined {
  const setting = settings.get(name);
  const text = setting?.values.at(-1);
  if (setting === undefined || text === undefined || pattern.test(text)) return text;
  throw new ServiceError('bad-argument', `${setting.source} must be ${what}. It is ${text}.`);
}
