import { withHeader } from '../../http/call.ts';
import type { Call } from '../../model/exchange.ts';
import { isObject, type Json, parseJson, writeJson } from '../../model/json.ts';
import type { Company } from '../../model/target.ts';
import { type Path, placed, without } from './places.ts';

/** A call with one part that no contract allows, with words for the report. */
export interface SpoiledCall {
  readonly what: string;
  readonly call: Call;
  /** The status that our decisions name. Undefined if the value may be legal. */
  readonly status?: 400;
}

/** Whole numbers that overflow some integer type. */
const LARGE = ['2147483648', '4294967296', '9007199254740993', '9223372036854775808'];
const [LARGEST, LEAST_LARGE, ...LARGER] = ['99999999999999999999', ...LARGE] as const;
/** Well-formed identifiers of no object. */
const ABSENT_NUMBER = '1999999973';
const ABSENT_GUID = '00000000-0000-4000-8000-000000000007';
const OTHER_IDS = ['-1', '0', '1.5', 'NaN', ...LARGE, '%', '%00', "1'--", '%f0%9f%9a%b2', ABSENT_GUID];

/**
 * Values that go round: each operation is called with the next ones.
 * @param turn which operation it is
 */
function inTurn<T>(values: readonly T[], turn: number, length = 1): readonly T[] {
  return Array.from({ length }, (_, at) => values[(turn * length + at) % values.length]).filter((value) => value !== undefined);
}

/** A list with invalid queries. */
export function spoiledQueries(call: Call, turn: number): readonly SpoiledCall[] {
  const asked = (query: string): Call => ({ ...call, url: `${call.url}${call.url.includes('?') ? '&' : '?'}${query}` });
  const limits = ['abc', ...inTurn(OTHER_LIMITS, turn)].map((limit) => ({
    what: `limit=${limit}`,
    call: asked(`limit=${limit}`),
    status: 400 as const,
  }));
  const cursors = ['abc', LEAST_LARGE, ...inTurn(OTHER_CURSORS, turn, 2)].map((after) => ({
    what: `after=${after}`,
    call: asked(`after=${after}`),
  }));
  const repeated = [
    { what: 'two limits', call: asked('limit=1&limit=2') },
    { what: 'two cursors', call: asked(`after=${ABSENT_NUMBER}&after=${ABSENT_NUMBER}`) },
  ];
  return [...limits, ...cursors, ...repeated];
}

const OTHER_LIMITS = ['0', '-1', '', '1.5', LARGEST];
const OTHER_CURSORS = ['%00', '-1', '', ...LARGER, LARGEST, "1'--"];

/** An object with malformed identifiers, and with absent ones. */
export function spoiledIds(call: Call, turn: number): readonly SpoiledCall[] {
  const { subject } = call;
  if (subject === undefined) return [];
  return ['abc', LARGEST, absentIdLike(subject), ...inTurn(OTHER_IDS, turn)].map((id) => ({
    what: `the id ${id}`,
    call: withSubject(call, subject, id),
  }));
}

/** A well-formed identifier of no object. */
export function absentIdLike(id: string): string {
  return /^-?\d+$/.test(id) ? ABSENT_NUMBER : ABSENT_GUID;
}

const OTHER_COMPANIES = ['-1', '1.5', '%', '%00', ...LARGE, LARGEST];

/** A company with malformed identifiers. */
export function spoiledCompanies(call: Call, { id }: Company, turn: number): readonly SpoiledCall[] {
  const segment = `/${encodeURIComponent(id)}/`;
  return ['abc', ...inTurn(OTHER_COMPANIES, turn)].map((company) => ({
    what: `the company ${company}`,
    call: { ...call, url: call.url.replace(segment, `/${company}/`) },
  }));
}

/** More levels than a recursive parser may handle. */
const DEEP = 5_000;

/** Bodies that are not JSON, or not an object. They are wrong where a body is needed. */
const WHOLES = ['null', '[]'];
const OTHER_WHOLES = ['{"a":', '"x"', '1', '[null]', '{"__proto__":{"a":1},"constructor":{"prototype":{}}}'];
/** An empty body, and one with a number that overflows every type. The number's goes round. */
const EMPTY = '';
const OVERFLOWING = '{"a":1e400}';

/** A malformed body. An operation that needs none may ignore it. @param runName the beginning of the run's texts */
export function spoiledWholes(call: Call, runName: string, turn: number): readonly SpoiledCall[] {
  if (call.method === 'GET' || call.method === 'DELETE') return [];
  const typed = withHeader(call, 'Content-Type', 'application/json');
  const { body: usual } = call;
  const asBody = (body: string): SpoiledCall => ({ what: `the body ${JSON.stringify(body)}`, call: { ...typed, body } });
  // The body may hold a password, so the report does not show it.
  const longer = usual === undefined ? [] : [{ what: 'a letter after its body', call: { ...typed, body: `${usual}x` } }];
  const foreign = inLatin1(typed, runName).map((one) => ({ what: 'a letter in its body that is not UTF-8', call: one }));
  const deeper = usual?.endsWith('}') ? [{ what: 'a deep member that is undeclared', call: { ...typed, body: withDeep(usual) } }] : [];
  const wrong = [...[...WHOLES, ...inTurn(OTHER_WHOLES, turn)].map(asBody), ...longer, ...foreign];
  const coded = {
    what: 'a Content-Encoding that its body does not have',
    call: withHeader({ ...typed, body: usual ?? '{}' }, 'Content-Encoding', 'gzip'),
  };
  return [
    ...(usual === undefined ? wrong : wrong.map((one) => ({ ...one, status: 400 as const }))),
    ...[EMPTY, ...(turn % 2 === 0 ? [OVERFLOWING] : [])].map(asBody),
    ...deeper,
    coded,
  ];
}

/** The call with a Latin-1 letter before a name of the run, or before its first text. JSON must be UTF-8 (RFC 8259, 8.1). */
function inLatin1(call: Call, runName: string): readonly Call[] {
  const { body = '' } = call;
  const place = [`"${runName}`, '":"'].find((text) => body.includes(text));
  return place === undefined ? [] : [{ ...call, body: body.replace(place, place.replace(/"(?!:)/, '"é')), encoding: 'latin1' }];
}

/** The body with one more member, which a target may ignore. */
function withDeep(body: string): string {
  return `${body.slice(0, -1)}${body === '{}' ? '' : ','}"conformance":${'['.repeat(DEEP)}${']'.repeat(DEEP)}}`;
}

/** A body where none belongs. A target may ignore it. */
export function needlessBody(call: Call, turn: number): SpoiledCall {
  const half = { ...withHeader(call, 'Content-Type', 'application/json'), body: '{"a":' };
  const text = { ...withHeader(call, 'Content-Type', 'text/plain'), body: 'x' };
  const one = turn % 2 === 0 ? half : text;
  return { what: `the body ${one.body}`, call: one };
}

/** The same call for another object. @param id as written in the path */
export function withSubject(call: Call, subject: string, id: string): Call {
  const segment = `/${encodeURIComponent(subject)}`;
  const at = call.url.lastIndexOf(segment);
  return { ...call, url: `${call.url.slice(0, at)}/${id}${call.url.slice(at + segment.length)}` };
}

/**
 * A body with one member of a wrong type, or null: each member, those of nested objects and of the first entry of each list too.
 * @param half which of the values that a creation and a change of the resource share: each member gets some at the one, and the others at
 * the other. Absent for all values.
 */
export function spoiledBodies(call: Call, turn: number, half?: 0 | 1): readonly SpoiledCall[] {
  if (call.body === undefined) return [];
  const body = parseJson(call.body);
  return placesIn(body, []).flatMap(({ path, value }, at) =>
    replacements(value, turn + at)
      .filter(
        ({ share }) => half === undefined || share === undefined || (share === 'null' && path.length === 1) || isInHalf(share, at, half),
      )
      .map(({ to, isWrong }) => ({
        what: `${writeJson(to)} for ${path.join('.')}`,
        call: { ...call, body: writeJson(placed(body, path, to)) },
        ...(isWrong && { status: 400 as const }),
      })),
  );
}

function isInHalf(share: Share, at: number, half: 0 | 1): boolean {
  return (share === 'wrong') === ((at + half) % 2 === 0);
}

/** A body as it is, and then without each of its members: an object that has one is changed to one that has not. */
export function lesserBodies(call: Call): readonly SpoiledCall[] {
  const body = call.body === undefined ? undefined : parseJson(call.body);
  if (!isObject(body)) return [];
  return [
    { what: 'all members', call },
    ...Object.keys(body).map((name) => ({ what: `no ${name} any more`, call: { ...call, body: writeJson(without(body, [name])) } })),
  ];
}

function placesIn(value: Json, path: Path): readonly { readonly path: Path; readonly value: Json }[] {
  const here = path.length === 0 ? [] : [{ path, value }];
  if (Array.isArray(value)) return [...here, ...value.slice(0, 1).flatMap((item: Json) => placesIn(item, [...path, 0]))];
  return isObject(value) ? [...here, ...Object.entries(value).flatMap(([name, inner]) => placesIn(inner, [...path, name]))] : here;
}

/** More than some integer types hold, the largest number of the contract, and more than that. */
const HUGE: readonly Json[] = [2_147_483_648n, 9_007_199_254_740_991n, 99_999_999_999_999_999_999n];

/** Texts that some databases cannot store: a NUL character, and a lone surrogate. */
const STRANGE: readonly Json[] = ['a\u0000b', 'a\ud800b'];

/** Texts that look like addresses, but that no parser accepts. */
const NO_URLS: readonly Json[] = ['https://localhost:99999/', 'https://a:b:c/', 'https://[::1/'];

/** What a creation and a change may share. */
type Share = 'null' | 'odd' | 'wrong';

interface Replacement {
  readonly to: Json;
  readonly isWrong: boolean;
  /** Absent if both get it. */
  readonly share?: Share;
}

/** Values of a wrong type. Null, and a list with each entry twice, may be legal. */
function replacements(value: Json, turn: number): readonly Replacement[] {
  const nothing: Replacement = { to: null, isWrong: false, share: 'null' };
  const wrong = (...values: readonly Json[]): readonly Replacement[] =>
    inTurn(values, turn).map((to) => ({ to, isWrong: true, share: 'wrong' }));
  if (Array.isArray(value)) {
    const twice = value.length === 0 ? [] : [{ to: [...value, ...value], isWrong: false }];
    return [nothing, ...twice, { to: [null], isWrong: true }, ...wrong([[]], {}, 'x')];
  }
  if (isObject(value)) return [nothing, ...wrong([], 'x', 1)];
  if (typeof value !== 'string') return [nothing, ...HUGE.map((to) => ({ to, isWrong: false })), ...wrong({}, [null], 'x')];
  const addresses = /^https?:/.test(value) ? NO_URLS.map((to) => ({ to, isWrong: false })) : [];
  const strange = inTurn(STRANGE, turn).map((to): Replacement => ({ to, isWrong: false, share: 'odd' }));
  return [nothing, ...strange, ...addresses, ...wrong({}, [null], 1)];
}
