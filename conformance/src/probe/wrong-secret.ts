import fc from 'fast-check';

/**
 * Values that a secret's check must refuse: nearly right ones, halves of it, and strangers of the same length.
 * The end is left alone: where a secret is base64, its last character may carry bits that no decoder reads.
 */
export function wrongSecret(right: string): fc.Arbitrary<string> {
  const nearlyRight = fc.nat({ max: Math.max(0, right.length - 3) }).map((position) => changeCharacter(right, position));
  const half = fc.constant(right.slice(0, Math.ceil(right.length / 2)));
  const stranger = fc.stringMatching(new RegExp(`^[0-9a-z]{${Math.max(8, right.length)}}$`));
  return fc.oneof(nearlyRight, half, stranger).filter((value) => value !== right);
}

/** The text with one letter or digit replaced by another of its kind, at the position or the next such character. */
export function changeCharacter(text: string, position: number): string {
  for (let offset = 0; offset < text.length; offset += 1) {
    const at = (position + offset) % text.length;
    const replacement = neighbour(text[at] ?? '');
    if (replacement !== undefined) return text.slice(0, at) + replacement + text.slice(at + 1);
  }
  return `${text}x`;
}

function neighbour(character: string): string | undefined {
  if (/[0-8a-yA-Y]/.test(character)) return String.fromCharCode(character.charCodeAt(0) + 1);
  return { '9': '0', z: 'a', Z: 'A' }[character];
}
