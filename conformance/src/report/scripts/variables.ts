import { createdId, idOf, objectOf } from '../../api/identity.ts';
import { isSuccess } from '../../http/answer.ts';
import type { Answer, Call, Exchange } from '../../model/exchange.ts';
import { memberOf, writeJson } from '../../model/json.ts';

/** A value that a script takes from one answer for a later call. */
export interface Capture {
  readonly name: string;
  /** The exchange whose answer holds it. */
  readonly index: number;
  readonly kind: 'id' | 'location' | 'token';
  /** The value in the run's own answer. For a token, in JSON. */
  readonly value: string;
  /** The object that a token belongs to. */
  readonly subject: string;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const TOKEN_MEMBER = /("concurrencyToken"\s*:\s*)("(?:[^"\\]|\\.)*"|-?\d+)/i;
const CONTACT_MEMBER = /("anagraficaId"\s*:\s*)"?([^",}\s]+)"?/i;

/** A variable for each key that the suite drew. Other keys are themselves the case, and stay as they are. */
export function keysOf(exchanges: readonly Exchange[]): ReadonlyMap<string, string> {
  const values = exchanges.flatMap(({ call }) => call.headers.flatMap(([name, value]) => (isKey(name) && UUID.test(value) ? [value] : [])));
  return new Map([...new Set(values)].map((value, index) => [value, `KEY_${index + 1}`]));
}

function isKey(name: string): boolean {
  return name.toLowerCase() === 'idempotency-key';
}

/** The ids and ConcurrencyTokens that later calls use, each from the first answer that shows it. */
export function capturesOf(exchanges: readonly Exchange[]): readonly Capture[] {
  const captures: Capture[] = [];
  const add = (capture: Capture): void => {
    const isKnown = captures.some(
      ({ kind, value, subject }) => kind === capture.kind && value === capture.value && subject === capture.subject,
    );
    const isUsed = exchanges.some(({ call }, index) => index > capture.index && uses(call, capture));
    if (isUsed && !isKnown) captures.push(capture);
  };
  for (const [index, { call, answer }] of exchanges.entries()) {
    if (answer === undefined || !isSuccess(answer)) continue;
    const id = call.method === 'POST' ? createdId(answer) : undefined;
    if (id !== undefined) {
      const kind = idOf(objectOf(answer, 'id')) === undefined ? 'location' : 'id';
      add({ name: `ID_${index + 1}`, index, kind, value: id, subject: id });
    }
    const [subject, token] = [id ?? call.subject, tokenOf(answer)];
    if (subject !== undefined && token !== undefined) add({ name: `TOKEN_${index + 1}`, index, kind: 'token', value: token, subject });
  }
  return captures;
}

function uses(call: Call, { kind, value, subject }: Capture): boolean {
  if (kind === 'token') return call.subject === subject && TOKEN_MEMBER.exec(call.body ?? '')?.[2] === value;
  return call.subject === value || CONTACT_MEMBER.exec(call.body ?? '')?.[2] === value;
}

function tokenOf(answer: Answer): string | undefined {
  const token = memberOf(objectOf(answer, 'concurrencyToken'), 'concurrencyToken');
  return token === undefined || token === null ? undefined : writeJson(token);
}

/** The call with placeholders for the values that the script creates itself or takes from earlier answers. */
export function renewed(call: Call, keys: ReadonlyMap<string, string>, captures: readonly Capture[], index: number): Call {
  const headers = call.headers.map(([name, value]): readonly [string, string] => {
    const key = isKey(name) ? keys.get(value) : undefined;
    return [name, key === undefined ? value : `<${key}>`];
  });
  const earlier = captures.filter((capture) => capture.index < index && uses(call, capture));
  const body = earlier.reduce((text, capture) => withName(text, capture), call.body);
  const subject = earlier.find(({ kind, value }) => kind !== 'token' && value === call.subject);
  return { ...call, headers, url: subject ? withId(call.url, subject) : call.url, ...(body !== undefined && { body }) };
}

function withName(body: string | undefined, { kind, name }: Capture): string | undefined {
  return body?.replace(kind === 'token' ? TOKEN_MEMBER : CONTACT_MEMBER, (_whole, member: string) => `${member}<${name}>`);
}

function withId(url: string, { name, value }: Capture): string {
  const segment = `/${encodeURIComponent(value)}`;
  const at = url.lastIndexOf(segment);
  return at < 0 ? url : `${url.slice(0, at)}/<${name}>${url.slice(at + segment.length)}`;
}
