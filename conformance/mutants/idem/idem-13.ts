import { LICENSE_KEY_HEADER } from '../faults/headers.ts';
import { isKey, KEY_HEADER, rekeyed } from '../faults/keys.ts';
import type { Mutants } from '../mutant.ts';
import { headerOf, isSuccess, refusal } from '../peer/message.ts';

export const mutants: Mutants = {
  'headers-in-their-order': rekeyed(({ headers }, key) => [
    key,
    headers.map(([name]) => name.toLowerCase()).filter((name) => name !== 'content-type'),
  ]),
  'key-of-a-program': rekeyed((request, key) => [key, headerOf(request, 'User-Agent')]),
  'key-of-a-charset': rekeyed((request, key) => [key, headerOf(request, 'Content-Type')?.includes('charset') ?? false]),
  'key-of-a-language': rekeyed((request, key) => [key, headerOf(request, 'Accept-Language')]),
  'webhook-keys-bound-to-the-license-key': () => {
    const used = new Map<string, string | undefined>();
    return async (request, forward) => {
      const [key, license] = [headerOf(request, KEY_HEADER), headerOf(request, LICENSE_KEY_HEADER)];
      if (request.operation !== 'createWebhook' || !isKey(key)) return await forward(request);
      if (used.has(key) && used.get(key) !== license) return refusal(422);
      const answer = await forward(request);
      if (isSuccess(answer)) used.set(key, license);
      return answer;
    };
  },
};
