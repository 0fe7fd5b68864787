import fc from 'fast-check';

/** One thing by which two otherwise equal bodies differ: what a careless comparison misses. */
export interface Difference {
  readonly by: 'a letter' | 'the case of a letter' | 'an accent' | 'a digit' | 'a space' | 'another member';
  /** Where it stands in a text, or which member it is; counted round and round. */
  readonly position: number;
}

const kinds: readonly Difference['by'][] = ['a letter', 'the case of a letter', 'an accent', 'a digit', 'a space', 'another member'];

export const difference: fc.Arbitrary<Difference> = fc.record({ by: fc.constantFrom(...kinds), position: fc.nat({ max: 60 }) });

/** A name of the run's own that differs in one thing from another, and that nothing in the run has. */
export function nearly(name: string, { by, position }: Difference): string {
  switch (by) {
    case 'the case of a letter':
      return name.replace(/[a-z]/, (letter) => letter.toUpperCase());
    case 'an accent':
      return withAccent(name);
    case 'a digit':
      return withOtherDigit(name, position);
    case 'a space':
      return `${name} `;
    default:
      return withLetter(name, position);
  }
}

/** One character replaced by a letter that no name holds. */
function withLetter(name: string, position: number): string {
  const at = position % name.length;
  const replaced = `${name.slice(0, at)}q${name.slice(at + 1)}`;
  return replaced === name ? `${name}q` : replaced;
}

/** The last vowel gets an accent: the start of the name, which is the run's, stays. */
function withAccent(name: string): string {
  const changed = name.replace(/^(.*)([aeiou])/s, (_all, start, vowel) => start + `${vowel}\u0300`.normalize('NFC'));
  return changed === name ? `${name}à` : changed;
}

/** The first digit of the rule that a name was made for replaced: there are too few rules for another rule's name to come of it. */
function withOtherDigit(name: string, position: number): string {
  const changed = name.replace(/^(.*)(\d)(\d-\d+)$/s, (_all, start, digit, end) => `${start}${(Number(digit) + 5) % 10}${end}`);
  return changed === name ? withLetter(name, position) : changed;
}
