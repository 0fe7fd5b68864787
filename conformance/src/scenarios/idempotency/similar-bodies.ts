import { resources } from '../../generated/resources.ts';
import type { CheckContext } from '../../model/check-context.ts';
import { isObject, type JsonObject, sameJson, writeJson } from '../../model/json.ts';
import { additionsTo, changesTo, drawnBodies, freeTexts, withAdditions } from '../operations/declared-members.ts';
import { type OperationCase, tokenOf } from '../operations/operation-case.ts';
import { asItIs, bodyOf, type Use } from './use.ts';
import { manyOf } from './varied-answers.ts';

/** A difference between two texts that a careless comparison ignores. */
type Difference = 'a digit' | 'a space' | 'the case of a letter' | 'an accent';

/** Each operation in turn is tried with one of these, besides a digit. */
const DIFFERENCES: readonly Difference[] = ['a space', 'the case of a letter', 'an accent'];

/** Bodies that differ slightly from that of a use: a letter of the name, one more member, longer lists, another token. */
export async function similarBodies(
  context: CheckContext,
  { one, call, object }: Use,
  turn: number,
): Promise<readonly (readonly [what: string, body: JsonObject])[]> {
  const body = bodyOf(call);
  if (body === undefined) return [];
  const resource = resources[one.effect.resource];
  const similar: (readonly [string, JsonObject])[] = [
    ['one more member, which is undeclared', { ...body, 'x-conformance': context.fresh() }],
  ];
  await context.forAll(drawnBodies(one.operation), 1, async (drawn) => {
    const additions = additionsTo(body, drawn, resource);
    for (const addition of additions.slice(0, 1))
      similar.push([`one more member, ${addition.path.join('.')}`, withAdditions(body, [addition])]);
    for (const addition of additions.slice(turn % additions.length).slice(0, 1))
      similar.push([`null for ${addition.path.join('.')}, which was absent`, withAdditions(body, [{ ...addition, value: null }])]);
    const inside = changesTo(body, drawn, resource).find(({ path, present }) => present && path.length > 1);
    if (inside !== undefined) similar.push([`another ${inside.path.join('.')}`, withAdditions(body, [inside])]);
  });
  const label = resource.label === undefined ? undefined : body[resource.label];
  if (resource.label !== undefined && typeof label === 'string')
    for (const by of ['a digit', DIFFERENCES[turn % DIFFERENCES.length] ?? 'a space'] as const)
      similar.push([`only ${by} in its name`, { ...body, [resource.label]: nearly(label, by) }]);
  for (const [name, value] of Object.entries(body))
    if (Array.isArray(value) && value.length > 0) similar.push([`another ${name}`, { ...body, [name]: [...value, ...value] }]);
  if (resource.token !== undefined && body[resource.token] !== undefined && object !== undefined) {
    const token = tokenOf(await asItIs(context, object));
    if (token !== undefined && !sameJson(token, body[resource.token]))
      similar.push(['another ConcurrencyToken', { ...body, [resource.token]: token }]);
  }
  return similar;
}

/** A name that differs from another in one thing, and that nothing else in the run has. */
function nearly(name: string, by: Difference): string {
  switch (by) {
    case 'the case of a letter':
      return name.replace(/[a-z]/, (letter) => letter.toUpperCase());
    case 'an accent':
      // On the last vowel, so that the start of the name, which marks the run, stays.
      return changed(name, /^(.*)([aeiou])(.*)$/s, (vowel) => `${vowel}\u0300`.normalize('NFC')) ?? `${name}à`;
    case 'a digit':
      // The first digit of the rule's number. No rule has the new number, so no other name is equal.
      return changed(name, /^(.*)(\d)(\d-\d+)$/s, (digit) => String((Number(digit) + 5) % 10)) ?? `${name}1`;
    case 'a space':
      return `${name} `;
  }
}

function changed(name: string, place: RegExp, to: (part: string) => string): string | undefined {
  const [, start, part, end] = place.exec(name) ?? [];
  return part === undefined ? undefined : `${start}${to(part)}${end}`;
}

/** Two bodies that a careless comparison takes for one. */
type Pair = readonly [first: string, second: string];

interface Confused {
  readonly what: string;
  /** @param other another name */
  readonly pairs: (one: OperationCase, body: JsonObject, other: string) => readonly Pair[];
}

/** How many spaces to try on either side of the members: more than a service reads at once. How long a body may be is its choice. */
const SPACES: readonly number[] = [70_000, 9_000, 1_100];

/** Entries of a list: more than fit into a short text. */
const MANY_ENTRIES = 60;

/** Of each row, the first pair whose first body the target accepts is judged. */
export const confusedBodies: readonly Confused[] = [
  {
    what: 'another name far from both ends of its body',
    pairs: (one, body, other) =>
      renamed(one, body, other).flatMap(([first, second]) => SPACES.map((spaces): Pair => [amid(first, spaces), amid(second, spaces)])),
  },
  {
    // For services that compare parsed bodies instead of bytes.
    what: 'another name behind many entries',
    pairs: (one, body, other) => {
      const long = Object.fromEntries(Object.entries(body).map(([member, value]) => [member, manyOf(value, MANY_ENTRIES)] as const));
      const hasEntries = Object.values(body).some((value) => Array.isArray(value) && value.some(isObject));
      return hasEntries ? renamed(one, long, other) : [];
    },
  },
  {
    // A target may ignore white space, but not within texts. The second text is the shorter one, since the first may be as long as it can be.
    what: 'one space instead of two',
    pairs: ({ operation, effect }, body) => {
      const [[name, text] = []] = effect.kind === 'create' ? freeTexts(body, operation) : [];
      return name === undefined ? [] : [[writeJson({ ...body, [name]: `${text} a  b` }), writeJson({ ...body, [name]: `${text} a b` })]];
    },
  },
];

/** The body with its name and with another one, which comes last. */
function renamed({ effect }: OperationCase, body: JsonObject, other: string): readonly Pair[] {
  const { label = '' } = resources[effect.resource];
  const { [label]: name, ...others } = body;
  return typeof name === 'string' ? [[writeJson({ ...others, [label]: name }), writeJson({ ...others, [label]: other })]] : [];
}

function amid(text: string, spaces: number): string {
  return `{${' '.repeat(spaces)}${text.slice(1, -1)}${' '.repeat(spaces)}}`;
}
