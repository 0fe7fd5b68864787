// A person's code: letters of the names, then year, month, day and place of birth. Digits may be letters, where two people would have the same.
const PERSON = /^[A-Z]{6}[0-9LMNPQRSTUV]{2}[ABCDEHLMPRST][0-9LMNPQRSTUV]{2}[A-Z][0-9LMNPQRSTUV]{3}[A-Z]$/;
const NUMBER = /^[0-9]{11}$/;
const A = 'A'.charCodeAt(0);
/** What a character at an odd place counts, by its digit or its place in the alphabet. */
const ODD_VALUES = [1, 0, 5, 7, 9, 13, 15, 17, 19, 21, 2, 4, 18, 20, 11, 3, 6, 8, 12, 14, 16, 10, 22, 25, 24, 23];

/** Whether an Italian VAT number has its eleven digits, the last of which checks the others. */
export function isPartitaIva(text: string): boolean {
  if (!NUMBER.test(text)) return false;
  const sum = Array.from(text, Number).reduce((total, digit, index) => total + (index % 2 === 0 ? digit : doubled(digit)), 0);
  return sum % 10 === 0;
}

/** Whether an Italian tax code has its form and its check character: sixteen characters of a person, or eleven digits like a VAT number. */
export function isCodiceFiscale(text: string): boolean {
  if (!PERSON.test(text)) return isPartitaIva(text);
  const sum = Array.from(text.slice(0, -1), placeOf).reduce(
    (total, place, index) => total + (index % 2 === 0 ? oddValue(place) : place),
    0,
  );
  return text.charCodeAt(text.length - 1) - A === sum % ODD_VALUES.length;
}

function doubled(digit: number): number {
  return digit > 4 ? 2 * digit - 9 : 2 * digit;
}

function placeOf(character: string): number {
  return character >= 'A' ? character.charCodeAt(0) - A : Number(character);
}

function oddValue(place: number): number {
  return ODD_VALUES[place] ?? 0;
}
