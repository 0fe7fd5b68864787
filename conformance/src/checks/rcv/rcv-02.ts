import { type Check, receiverCheck } from '../../model/check.ts';
import type { ReceiverContext } from '../../model/receiver-context.ts';
import { type Form, judgeForms } from '../../scenarios/receptions/forms.ts';

/** Ways to change a body by a byte or so after signing. All leave valid UTF-8, since the source says nothing about other bytes. */
const changedBodies: readonly Form[] = [
  changed('one bit of its body was flipped after signing', flippedBit),
  changed('one bit of its body was flipped after signing', flippedBit),
  changed('one bit of its body was flipped after signing', flippedBit),
  changed('a digit of its body was changed after signing', (body, at) =>
    atOne(body, /\d/g, at, (digit) => String((Number(digit) + 1) % 10)),
  ),
  changed('the case of a letter in its body was changed after signing', (body, at) => atOne(body, /[a-z]/gi, at, otherCase)),
  changed('its body lost its last byte after signing', (body) => body.slice(0, -1)),
  changed('its body lost its first byte after signing', (body) => body.slice(1)),
  changed('a line break was added to the end of its body after signing', (body) => `${body}\n`),
  changed('a space was added to the start of its body after signing', (body) => ` ${body}`),
  changed('a space was added between two members of its body after signing', (body) => body.replace(/,"/, ', "')),
  changed('a letter of its body was written as an escape after signing', (body) => body.replace(/"Type"/, '"\\u0054ype"')),
  changed('its body was reformatted on several lines after signing', (body) => JSON.stringify(JSON.parse(body), null, 2)),
  changed('its body was emptied after signing', () => ''),
];

/** RCV-02: a body that differs from the signed one by a single byte is refused, wherever it differs. */
export const rcv02: Check<ReceiverContext> = receiverCheck('RCV-02', { isolation: 'shared', weight: 3 }, async (context) => {
  await judgeForms(context, 'refuse', changedBodies, { runs: 100 });
});

function changed(what: string, change: (body: string, at: number) => string): Form {
  return { what, make: ({ body }, at) => ({ body: change(body, at) }) };
}

/** Flips a bit of an ASCII character, so that the text stays UTF-8. */
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
