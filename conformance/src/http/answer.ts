import type { Answer } from '../model/exchange.ts';
import { type Json, jsonIn } from '../model/json.ts';

/** The value of a response header, or undefined. Several headers of one name are joined as HTTP says. */
export function header(answer: Answer, name: string): string | undefined {
  const values: string[] = [];
  for (let index = 0; index + 1 < answer.rawHeaders.length; index += 2) {
    if (answer.rawHeaders[index]?.toLowerCase() === name.toLowerCase()) values.push(answer.rawHeaders[index + 1] ?? '');
  }
  return values.length === 0 ? undefined : values.join(', ');
}

/** Parsed bodies, because several checks read the same answer, and lists are long. */
const bodies = new WeakMap<Answer, { readonly value: Json | undefined }>();

/** The body as JSON, or undefined if it is not JSON. */
export function json(answer: Answer): Json | undefined {
  const body = bodies.get(answer) ?? { value: jsonIn(answer.body) };
  bodies.set(answer, body);
  return body.value;
}

/** An answer in a few words: its status, and its content type if it has one. */
export function inShort(answer: Answer): string {
  const [type = ''] = (header(answer, 'Content-Type') ?? '').split(';');
  return type.trim() === '' ? String(answer.status) : `${answer.status} with ${type.trim()}`;
}

export function isSuccess(answer: Answer): boolean {
  return answer.status >= 200 && answer.status < 300;
}

/** Whether the answer says nothing about the call itself: the target is busy, lacks the operation, or a gateway cannot reach it. */
export function isUnread({ status }: Answer): boolean {
  return status === 429 || (status >= 501 && status <= 504);
}

/** Whether the answer is an HTML page, which usually comes from something other than the target. */
export function isPage(answer: Answer): boolean {
  return (header(answer, 'Content-Type') ?? '').includes('html') && answer.body.trimStart().startsWith('<');
}

/** Whether the answer is marked as a replay (IDEM-03). */
export function isReplayed(answer: Answer): boolean {
  return header(answer, 'Idempotent-Replayed')?.trim().toLowerCase() === 'true';
}

/** Raw headers, in which names and values alternate, as pairs. */
export function headerPairs(rawHeaders: readonly string[]): readonly (readonly [name: string, value: string])[] {
  return rawHeaders.flatMap((name, index) => (index % 2 === 0 ? [[name, rawHeaders[index + 1] ?? ''] as const] : []));
}
