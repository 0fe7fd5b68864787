/** A fault of the program that uses the package: a wrong option, found when it is given. */
export function fault(sentence: string): TypeError {
  return new TypeError(sentence);
}
