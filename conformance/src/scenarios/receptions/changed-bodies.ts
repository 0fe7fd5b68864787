import type { Spoiling } from './spoiling.ts';

/** Ways to change a body by a byte or so after it was signed. All of them leave text that is UTF-8: of other bytes the source says nothing. */
export const changedBodies: readonly Spoiling[] = [
  changed('one bit of its body was flipped after signing', flippedBit),
  changed('one bit of its body was flipped after signing', flippedBit),
  changed('one bit of its body was flipped after signing', flippedBit),
  changed('a digit of its body was changed after signing', (body, at) =>
    atOne(body, /\d/g, at, (digit) => String((Number(digit) + 1) % 10)),
  ),
  changed('a letter of its body changed its case after signing', (body, at) => atOne(body, /[a-z]/gi, at, otherCase)),
  changed('its body lost its last byte after signing', (body) => body.slice(0, -1)),
  changed('its body lost its first byte after signing', (body) => body.slice(1)),
  changed('its body got a line break at its end after signing', (body) => `${body}\n`),
  changed('its body got a space at its start after signing', (body) => ` ${body}`),
  changed('its body got a space between two members after signing', (body) => body.replace(/,"/, ', "')),
  changed('a letter of its body was written as an escape after signing', (body) => body.replace(/"Type"/, '"\\u0054ype"')),
  changed('its body was written anew, on several lines, after signing', (body) => JSON.stringify(JSON.parse(body), null, 2)),
  changed('its body was emptied after signing', () => ''),
];

function changed(what: string, change: (body: string, at: number) => string): Spoiling {
  return { what, spoil: ({ body }, at) => ({ body: change(body, at) }) };
}

/** Of an ASCII character, so that the text stays UTF-8. */
function flippedBit(body: string, at: number): string {
  const places = [...body.matchAll(/[\0-\x7f]/g)];
  const place = places[Math.floor(at * places.length)]?.index ?? 0;
  const bit = Math.floor(at * 1_000_003) % 7;
  return body.slice(0, place) + String.fromCharCode(body.charCodeAt(place) ^ (1 << bit)) + body.slice(place + 1);
}

function atOne(body: string, pattern: RegExp, at: number, change: (found: string) => string): string {
  const places = [...body.matchAll(pattern)];
  const found = places[Math.floor(at * places.length)];
  return found === undefined ? `${body} ` : body.slice(0, found.index) + change(found[0]) + body.slice(found.index + found[0].length);
}

function otherCase(letter: string): string {
  return letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase();
}
