import { isReplayed } from '../../http/answer.ts';
import { withHeader } from '../../http/call.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Call } from '../../model/exchange.ts';
import { changeHexDigit } from '../values/near-uuid.ts';
import type { KeyedUse } from './keyed-use.ts';

/** Where a wildcard replaces a digit, and how many digits one replaces at the end: few, so that it matches no other key. */
const WILD = 2;

/** Keys that stores and parsers may confuse with a used one: by case, by patterns, by quotes, brackets and escapes, or by their parts. */
export function likeKeys(key: string): readonly string[] {
  const inPlace = (text: string): string => key.slice(0, WILD) + text + key.slice(WILD + 1);
  return [
    key.toUpperCase(),
    inPlace('_'),
    // A store that reads used keys as patterns takes this key for the one before.
    changeHexDigit(key, WILD),
    `${key.slice(0, -WILD)}%`,
    inPlace(`%${key.charCodeAt(WILD).toString(16)}`),
    `"${key}"`,
    `{${key}}`,
    key.replaceAll('-', ''),
    `${key};a=1`,
    `${key},`,
    `${key}\\`,
  ];
}

/** Judges that a key that resembles a used one is another: the same call is answered as under a key that resembles none (IDEM-17). */
export async function judgeLikeKeys(context: CheckContext, { one, call, key }: KeyedUse): Promise<void> {
  await judgeAsUnused(context, call, likeKeys(key), one.operation);
}

/** The control is a key that resembles no other. */
export async function judgeAsUnused(context: CheckContext, call: Call, keys: readonly string[], what: string): Promise<void> {
  const under = (key: string): Call => withHeader(call, 'Idempotency-Key', key);
  const control = await context.send(under(context.freshKey()));
  for (const key of context.some(keys, context.isQuick ? 1 : keys.length)) {
    const answer = await context.sendJudged(under(key), String(control.status));
    context.judge(answer.status === control.status && !isReplayed(answer), {
      message: `A key that resembles a used one must count as new (${what}).`,
      expected: `${control.status}, not marked as replayed`,
      actual: `${answer.status}${isReplayed(answer) ? ', marked as replayed' : ''} under ${key}`,
    });
  }
}
