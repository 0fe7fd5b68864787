import fc from 'fast-check';
import { type Check, receiverCheck } from '../../model/check.ts';
import { rawJson } from '../../model/json.ts';
import type { ReceiverContext } from '../../model/receiver-context.ts';
import { type Form, judgeForms } from '../../scenarios/receptions/forms.ts';
import type { SampleEvent } from '../../sender/event.ts';
import { rewritten } from '../../sender/signed-delivery.ts';

/** Forms that a program would change if it parsed and serialized them again. */
const forms: readonly Form[] = [
  written('on several lines', (evento) => JSON.stringify(evento, null, 2)),
  written('with tabs', (evento) => JSON.stringify(evento, null, '\t')),
  written('with the line breaks of Windows', (evento) => JSON.stringify(evento, null, 4).replaceAll('\n', '\r\n')),
  written('with a line break after it', (evento) => `${JSON.stringify(evento)}\n`),
  written('with white space around it', (evento) => `\r\n\t ${JSON.stringify(evento)} \t\r\n`),
  written('with a space after each colon and comma', (evento) => spaced(evento)),
  written('with its members in another order', (evento) => JSON.stringify(reversed(evento))),
  written('with its members in alphabetical order', (evento) => JSON.stringify(sorted(evento))),
  written('with every character beyond ASCII as an escape', (evento) => escapedBeyondAscii(withText(evento))),
  written('with escapes in capital letters', (evento) => escapedBeyondAscii(withText(evento), true)),
  written('with characters beyond ASCII as they are', (evento) => JSON.stringify(withText(evento))),
  written('with escapes that are not needed', (evento) => JSON.stringify(withText(evento)).replaceAll('/', '\\/')),
  written('with letters escaped', (evento) => JSON.stringify(evento).replace('"Type"', '"\\u0054\\u0079pe"')),
  written('with characters that HTML escapes', (evento) => JSON.stringify(withMember(evento, '"<a href=\'x\'>&amp;\u2028</a>"'))),
  written('with characters that could be composed', (evento) => JSON.stringify(withMember(evento, '"perche\u0301, citta\u0300"'))),
  written('in more than 30 000 bytes', (evento) => JSON.stringify(withMember(evento, `"${'è'.repeat(15_000)}"`))),
  ...['1.0', '0.10', '1e2', '1E+2', '-0', '-0.0', '12345678901234567890', '0.1000000000000000055', '1.50'].map(numbered),
];

/** Any white space wherever JSON allows it. */
const anySpacing = fc
  .tuple(fc.stringMatching(/^[ \t\r\n]{0,3}$/), fc.stringMatching(/^[ \t\r\n]{0,3}$/), fc.stringMatching(/^[ \t\r\n]{0,3}$/))
  .map(([start, between, end]) => written('with white space where JSON allows it', (evento) => start + spaced(evento, between) + end));

const anyText = fc
  .string({
    unit: fc.constantFrom('à', '漢', '😀', '\u00a0', '\ufffd', '\u2029', '\\n', '\\"', '\\u00e8', '\\ud83d\\ude00', '/', ' '),
    maxLength: 12,
  })
  .map((text) => written('with characters of many kinds', (evento) => JSON.stringify(withMember(evento, `"${text}"`))));

const anyNumber = fc.stringMatching(/^-?(0|[1-9][0-9]{0,20})\.[0-9]{1,12}$/).map(numbered);

const drawn = fc.oneof(fc.constantFrom(...forms), anySpacing, anyText, anyNumber);

/** RCV-11: the raw bytes are verified: white space, order of members, escapes, non-ASCII characters and numbers like 1.0 survive. */
export const rcv11: Check<ReceiverContext> = receiverCheck('RCV-11', { isolation: 'shared', weight: 3 }, async (context) => {
  // The plain delivery is ASCII: a receiver that decodes the body wrongly may accept nothing else.
  await judgeForms(context, 'accept', forms, { runs: 80, drawn, simpler: inAscii });
});

/** A way to write the Evento as JSON. All of them parse to the same value. */
function written(how: string, write: (evento: object) => string): Form {
  return {
    what: `its body is written ${how}, and was signed like that`,
    make: (plain, _at, secret) => rewritten(secret, plain, write),
  };
}

function inAscii({ type, companyId, ...event }: SampleEvent): SampleEvent {
  const { object, applicationId } = JSON.parse(JSON.stringify(event).replaceAll(/[^\0-\x7f]/g, 'x'));
  return { type, companyId, object, applicationId };
}

/** Adds a number to the event's object, whose members the source does not list. */
function numbered(number: string): Form {
  return written(`with the number ${number}`, (evento) => JSON.stringify(withMember(evento, number)));
}

function withText(evento: object): object {
  return withMember(evento, '"Società è già 漢字 € 😀 a/b"');
}

/** The Evento with one more member in its object, whose value is this JSON text. */
function withMember(evento: object, json: string): object {
  const { Object: object } = { Object: {}, ...evento };
  return { ...evento, Object: { ...object, conformance: rawJson(json) } };
}

/** The Evento with white space between its parts. A text in it holds no line break of its own. */
function spaced(evento: object, space = ' '): string {
  return JSON.stringify(evento, null, 1).replaceAll(/\n */g, space);
}

function reversed(evento: object): object {
  return Object.fromEntries(Object.entries(evento).reverse());
}

function sorted(evento: object): object {
  return Object.fromEntries(Object.entries(evento).sort(([left], [right]) => (left < right ? -1 : 1)));
}

function escapedBeyondAscii(evento: object, capitals = false): string {
  return JSON.stringify(evento).replaceAll(/[^\0-\x7f]/g, (unit) => {
    const hex = unit.charCodeAt(0).toString(16).padStart(4, '0');
    return `\\u${capitals ? hex.toUpperCase() : hex}`;
  });
}
