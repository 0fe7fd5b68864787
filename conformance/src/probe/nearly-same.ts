import fc from 'fast-check';

/** One thing by which a body differs from another that is the same otherwise: what a careless comparison passes over. */
export interface Difference {
  readonly by: 'a letter' | 'the case of a letter' | 'a digit' | 'a space' | 'another member';
  /** Where it stands in a text, or which member it is; counted round and round. */
  readonly position: number;
}

const kinds: readonly Difference['by'][] = ['a letter', 'the case of a letter', 'a digit', 'a space', 'another member'];

export const difference: fc.Arbitrary<Difference> = fc.record({ by: fc.constantFrom(...kinds), position: fc.nat({ max: 60 }) });

/** A name of the run's own that differs in one thing from another, and that nothing in the run has. */
export function nearly(name: string, { by, position }: Difference): string {
  switch (by) {
    case 'the case of a letter':
      return name.replace(/[a-z]/, (letter) => letter.toUpperCase());
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

/** One digit replaced by another: none of the number at the end, since that would make another name of the run. */
function withOtherDigit(name: string, position: number): string {
  const places = [...name.matchAll(/\d(?=.*-\d+$)/g)].map(({ index }) => index);
  const at = places[position % Math.max(1, places.length)];
  return at === undefined ? withLetter(name, position) : `${name.slice(0, at)}${(Number(name[at]) + 1) % 10}${name.slice(at + 1)}`;
}
