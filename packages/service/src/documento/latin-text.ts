// FatturaPA's alphabet for texts: Basic Latin and the Latin-1 supplement, here without their control characters.
const LATIN = /^[\u0020-\u007e\u00a0-\u00ff]*$/;
const MARKS = /\p{M}/gu;

/** What is written for a character that the alphabet has not, and that Unicode does not decompose into what it has. */
const SUBSTITUTES: ReadonlyMap<string, string> = new Map([
  ['€', 'EUR'],
  ...all("'", '\u2018\u2019\u201a\u201b\u2032\u02b9\u02bc'),
  ...all('"', '\u201c\u201d\u201e\u201f\u2033'),
  ['\u2039', '<'],
  ['\u203a', '>'],
  // Hyphens, dashes, the minus and the bullet.
  ...all('-', '\u2010\u2011\u2012\u2013\u2014\u2015\u2212\u2022'),
  ['\u2044', '/'],
  ...all(' ', '\u2028\u2029'),
  // Characters without width, which only say where a line may break.
  ...all('', '\u00ad\u200b\u200c\u200d\u2060\ufeff'),
  ['Œ', 'OE'],
  ['œ', 'oe'],
  ['Ł', 'L'],
  ['ł', 'l'],
  ['Đ', 'D'],
  ['đ', 'd'],
  ['Ħ', 'H'],
  ['ħ', 'h'],
  ['ı', 'i'],
]);

/** Whether an invoice can hold the text as it is. */
export function isLatin(text: string): boolean {
  return LATIN.test(text);
}

/** The text in the alphabet of an invoice, the same each time; undefined if a character has no substitute (D-15). */
export function latinText(text: string): string | undefined {
  let written = '';
  for (const character of text.normalize('NFC')) {
    const latin = latinCharacter(character);
    if (latin === undefined) return undefined;
    written += latin;
  }
  return written;
}

function latinCharacter(character: string): string | undefined {
  const substitute = SUBSTITUTES.get(character);
  if (substitute !== undefined) return substitute;
  if (isLatin(character)) return character;
  // Letters lose the marks that Latin-1 has no letter for, such as a caron; ligatures and other forms become what they stand for.
  const plain = Array.from(character.normalize('NFKD').replace(MARKS, ''), (part) => SUBSTITUTES.get(part) ?? part).join('');
  return isLatin(plain) ? plain : undefined;
}

function all(substitute: string, characters: string): [string, string][] {
  return Array.from(characters, (character) => [character, substitute]);
}
