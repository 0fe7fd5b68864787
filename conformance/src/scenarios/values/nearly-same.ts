/** One thing by which two texts differ that a careless comparison passes over. */
export type Difference = 'a digit' | 'a space' | 'the case of a letter' | 'an accent';

/** A name of the run's own that differs in one thing from another, and that nothing in the run has. */
export function nearly(name: string, by: Difference): string {
  switch (by) {
    case 'the case of a letter':
      return name.replace(/[a-z]/, (letter) => letter.toUpperCase());
    case 'an accent':
      return withAccent(name);
    case 'a digit':
      return withOtherDigit(name);
    case 'a space':
      return `${name} `;
  }
}

/** The last vowel gets an accent: the start of the name, which is the run's, stays. */
function withAccent(name: string): string {
  const changed = name.replace(/^(.*)([aeiou])/s, (_all, start, vowel) => start + `${vowel}\u0300`.normalize('NFC'));
  return changed === name ? `${name}à` : changed;
}

/** The first digit of the rule that a name was made for replaced: there are too few rules for another rule's name to come of it. */
function withOtherDigit(name: string): string {
  const changed = name.replace(/^(.*)(\d)(\d-\d+)$/s, (_all, start, digit, end) => `${start}${(Number(digit) + 5) % 10}${end}`);
  return changed === name ? `${name}1` : changed;
}
