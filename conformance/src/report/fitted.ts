import { stripVTControlCharacters } from 'node:util';

/** How far a continued line is indented. */
const HANGING = 2;
// biome-ignore lint/suspicious/noControlCharactersInRegex: this is how colours begin and end.
const PIECES = /((?:\u001b\[[\d;]*m)+| +|[^ \u001b]+)/g;

/** Breaks a line to fit a screen of that width: between words, and inside a word only if it is wider than the screen. */
export function fitted(line: string, columns: number): readonly string[] {
  if (stripVTControlCharacters(line).length <= columns) return [line];
  const [own = ''] = /^ */.exec(stripVTControlCharacters(line)) ?? [];
  const indent = ' '.repeat(Math.min(own.length + HANGING, Math.floor(columns / 3)));
  const lines: string[] = [];
  let [text, width] = ['', 0];
  const end = (): void => {
    lines.push(text.trimEnd());
    [text, width] = [indent, indent.length];
  };
  for (const [piece] of line.matchAll(PIECES)) {
    const isColour = piece.startsWith('\u001b');
    if (!isColour && piece.trim() !== '' && width + piece.length > columns && width > indent.length) end();
    let rest = piece;
    while (!isColour && width + rest.length > columns) {
      text += rest.slice(0, columns - width);
      rest = rest.slice(columns - width);
      end();
    }
    if (rest.trim() === '' && width === indent.length && lines.length > 0) continue;
    text += rest;
    width += isColour ? 0 : rest.length;
  }
  if (stripVTControlCharacters(text).trim() !== '') lines.push(text);
  else if (text !== '') lines[lines.length - 1] += text.trimStart();
  return lines;
}
