import { InputError } from './input-error.ts';
import type { Settings } from './option.ts';

/** The value of an option. Where it is given twice, the last counts. */
export function textOf(settings: Settings, name: string): string | undefined {
  return settings.get(name)?.values.at(-1);
}

/** All values of an option that may be given several times. */
export function textsOf(settings: Settings, name: string): readonly string[] {
  return settings.get(name)?.values ?? [];
}

/** Whether a switch is on. */
export function isSet(settings: Settings, name: string): boolean {
  return settings.has(name);
}

/** @param what what the option should say @throws {InputError} when it is not given */
export function requiredOf(settings: Settings, name: string, what: string): string {
  const text = textOf(settings, name);
  if (text !== undefined) return text;
  throw new InputError(`--${name} is missing: give ${what}.`);
}

/** @throws {InputError} when it is not a whole number in the range */
export function numberOf(settings: Settings, name: string, min: number, max: number): number | undefined {
  const text = textOf(settings, name);
  if (text === undefined) return undefined;
  const number = /^-?\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
  if (number >= min && number <= max) return number;
  throw new InputError(`${settings.get(name)?.source} must be a whole number from ${min} to ${max}; it is ${text}.`);
}

/** @throws {InputError} when it is not one of the choices */
export function choiceOf<const Choice extends string>(settings: Settings, name: string, choices: readonly Choice[]): Choice | undefined {
  return choicesOf(settings, name, choices).at(-1);
}

/** All values of an option that may be given several times. @throws {InputError} when one is not one of the choices */
export function choicesOf<const Choice extends string>(settings: Settings, name: string, choices: readonly Choice[]): readonly Choice[] {
  return textsOf(settings, name).map((text) => {
    const choice = choices.find((candidate) => candidate === text);
    if (choice !== undefined) return choice;
    throw new InputError(`${settings.get(name)?.source} must be one of ${choices.join(', ')}; it is ${text}.`);
  });
}
