import type { Answer } from '../model/exchange.ts';
import { type Json, parseJson } from '../model/json.ts';

/** The value of a response header, or undefined; several of one name are joined as HTTP says. */
export function header(answer: Answer, name: string): string | undefined {
  const values: string[] = [];
  for (let index = 0; index + 1 < answer.rawHeaders.length; index += 2) {
    if (answer.rawHeaders[index]?.toLowerCase() === name.toLowerCase()) values.push(answer.rawHeaders[index + 1] ?? '');
  }
  return values.length === 0 ? undefined : values.join(', ');
}

/** Read once: several look at the same answer, and lists are long. */
const bodies = new WeakMap<Answer, { readonly value: Json | undefined }>();

/** The body as JSON, or undefined if it is not JSON. */
export function json(answer: Answer): Json | undefined {
  const body = bodies.get(answer) ?? { value: parsed(answer) };
  bodies.set(answer, body);
  return body.value;
}

function parsed(answer: Answer): Json | undefined {
  try {
    return parseJson(answer.body);
  } catch {
    return undefined;
  }
}

/** What an answer is, as far as one line tells: its status, and the type of its content where it names one. */
export function inShort(answer: Answer): string {
  const [type = ''] = (header(answer, 'Content-Type') ?? '').split(';');
  return type.trim() === '' ? String(answer.status) : `${answer.status} with ${type.trim()}`;
}

export function isSuccess(answer: Answer): boolean {
  return answer.status >= 200 && answer.status < 300;
}

/** Whether the answer says nothing of what was asked for: whoever answers is busy, or does not reach what does. */
export function isUnread({ status }: Answer): boolean {
  return status === 429 || (status >= 502 && status <= 504);
}

/** Whether the answer is a page for people, as anything may give that is not what was called. */
export function isPage(answer: Answer): boolean {
  return (header(answer, 'Content-Type') ?? '').includes('html') && answer.body.trimStart().startsWith('<');
}

/** Whether the answer says that it is a stored response (IDEM-03). */
export function isReplayed(answer: Answer): boolean {
  return header(answer, 'Idempotent-Replayed')?.trim().toLowerCase() === 'true';
}
