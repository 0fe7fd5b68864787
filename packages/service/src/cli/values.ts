import { ServiceError } from '../model/service-error.ts';
import type { Setting, Settings } from './settings.ts';

/** The last value counts where an option is given twice. */
export function textOf(settings: Settings, name: string): string | undefined {
  return settings.get(name)?.values.at(-1);
}

export function textsOf(settings: Settings, name: string): readonly string[] {
  return settings.get(name)?.values ?? [];
}

export function isSet(settings: Settings, name: string): boolean {
  return settings.has(name);
}

/** @throws {ServiceError} `bad-argument` when it is not given */
export function requiredOf(settings: Settings, name: string, what: string): string {
  const text = textOf(settings, name);
  if (text !== undefined && text !== '') return text;
  throw new ServiceError('bad-argument', `--${name} is missing: ${what}.`);
}

/** @throws {ServiceError} `bad-argument` when it is not a port */
export function portOf(settings: Settings, name: string): number | undefined {
  return wholeOf(settings.get(name), 'a port from 0 to 65535', 0, 65_535);
}

/** @throws {ServiceError} `bad-argument` when it is not a whole number in the range */
export function numberOf(settings: Settings, name: string, min: number, max: number): number | undefined {
  return wholeOf(settings.get(name), `a whole number from ${min} to ${max}`, min, max);
}

function wholeOf(setting: Setting | undefined, what: string, min: number, max: number): number | undefined {
  const text = setting?.values.at(-1);
  if (setting === undefined || text === undefined) return undefined;
  const number = Number(text);
  if (/^\d{1,15}$/.test(text) && number >= min && number <= max) return number;
  throw new ServiceError('bad-argument', `${setting.source} must be ${what}; it is ${text}.`);
}

/** @throws {ServiceError} `bad-argument` when it is none of the choices */
export function choiceOf<Choice extends string>(settings: Settings, name: string, choices: readonly Choice[]): Choice | undefined {
  const setting = settings.get(name);
  const text = setting?.values.at(-1);
  if (setting === undefined || text === undefined) return undefined;
  const choice = choices.find((candidate) => candidate === text);
  if (choice !== undefined) return choice;
  throw new ServiceError('bad-argument', `${setting.source} must be one of ${choices.join(', ')}; it is ${text}.`);
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
  throw new ServiceError('bad-argument', `${setting.source} must be ${what}; it is ${text}.`);
}
