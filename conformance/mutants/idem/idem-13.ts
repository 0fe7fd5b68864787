import { LICENSE_KEY_HEADER } from '../faults/headers.ts';
import { isKey, KEY_HEADER, rekeyed } from '../faults/keys.ts';
import type { Mutant } from '../mutant.ts';
import { headerOf, isSuccess, refusal } from '../peer/message.ts';

/** Faulty services that the check of IDEM-13 must catch. */
export const mutants: readonly Mutant[] = [
  {
    id: 'IDEM-13-headers-in-their-order',
    mustBreak: ['IDEM-13'],
    fault: rekeyed(({ headers }, key) => [key, headers.map(([name]) => name.toLowerCase()).filter((name) => name !== 'content-type')]),
  },
  {
    id: 'IDEM-13-key-of-a-program',
    mustBreak: ['IDEM-13'],
    fault: rekeyed((request, key) => [key, headerOf(request, 'User-Agent')]),
  },
  {
    id: 'IDEM-13-key-of-a-charset',
    mustBreak: ['IDEM-13'],
    fault: rekeyed((request, key) => [key, headerOf(request, 'Content-Type')?.includes('charset') ?? false]),
  },
  {
    id: 'IDEM-13-key-of-a-language',
    mustBreak: ['IDEM-13'],
    fault: rekeyed((request, key) => [key, headerOf(request, 'Accept-Language')]),
  },
  {
    id: 'IDEM-13-webhook-keys-bound-to-the-license-key',
    mustBreak: ['IDEM-13'],
    fault: () => {
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
  },
];
