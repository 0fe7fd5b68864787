import type { OptionKind } from '#runtime';
import { invalid } from './invalid.ts';

/** A secret text, or a function that answers it, as a vault does. */
export type Credential = string | (() => string | Promise<string>);

/** A text of this kind, or a function. */
export function credential({ expected, accepts }: OptionKind): OptionKind {
  return { expected: `${expected}, or a function that answers it`, accepts: (value) => typeof value === 'function' || accepts(value) };
}

/**
 * What a function of the user answers, or the text that stands in its place.
 *
 * @throws {InvalidArgumentError} where it fails, or answers another kind
 */
export async function answered(name: string, given: unknown, { expected, accepts }: OptionKind): Promise<string> {
  const sentence = `${name} failed: it must answer ${expected}.`;
  let answer: unknown;
  try {
    answer = await (typeof given === 'function' ? given() : given);
  } catch (cause) {
    throw invalid(sentence, cause);
  }
  if (typeof answer === 'string' && accepts(answer)) return answer;
  throw invalid(sentence);
}
