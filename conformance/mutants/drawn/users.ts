import { LICENSE_KEY_HEADER } from '../faults/headers.ts';
import { headerOf, isSuccess, refusal, withHeader } from '../peer/message.ts';
import { Users } from '../peer/users.ts';
import type { Template } from './template.ts';

/** Gives anybody access with a license key that was accepted before, by the token of that time. */
function rememberedKey(placeOf: (path: string) => string): Template['fault'] {
  return (operation) => () => {
    const admitted = new Map<string, string>();
    return async (request, forward) => {
      const [key, token] = [headerOf(request, LICENSE_KEY_HEADER), headerOf(request, 'Authorization')];
      const place = `${placeOf(request.path)} ${key}`;
      const answer = await forward(request);
      if (key === undefined || token === undefined) return answer;
      if (isSuccess(answer)) admitted.set(place, token);
      const known = admitted.get(place);
      const isLetIn = answer.status === 403 && request.operation === operation && known !== undefined && known !== token;
      return isLetIn ? await forward(withHeader(request, 'Authorization', known)) : answer;
    };
  };
}

/** Faults in how users are kept apart. */
export const users: readonly Template[] = [
  { rule: 'COMP-09', name: 'a-known-key-admits-anybody', fault: rememberedKey((path) => /^\/api\/v\d+\/(\d+)\//.exec(path)?.[1] ?? '') },
  {
    rule: 'AUTH-03',
    name: 'knows-one-user',
    applies: ({ token }) => token,
    fault:
      (operation) =>
      ({ target }) => {
        const users = new Users();
        return async (request, forward) => {
          const isOther = request.operation === operation && users.of(request) === target.otherUser?.userName;
          const answer = isOther && target.otherUser !== undefined ? refusal(401) : await forward(request);
          users.learn(request, answer);
          return answer;
        };
      },
  },
  {
    rule: 'HDR-03',
    name: 'the-other-user-needs-no-license-key',
    applies: ({ license }) => license,
    fault:
      (operation) =>
      ({ target }) => {
        const users = new Users();
        return async (request, forward) => {
          const isOther = request.operation === operation && users.of(request) === target.otherUser?.userName;
          const isMeant = isOther && target.otherUser !== undefined && headerOf(request, LICENSE_KEY_HEADER) === undefined;
          const [{ licenseKey }] = target.companies;
          const answer = await forward(isMeant ? withHeader(request, LICENSE_KEY_HEADER, licenseKey) : request);
          users.learn(request, answer);
          return answer;
        };
      },
  },
  { rule: 'HDR-10', name: 'a-known-key-admits-anybody', fault: rememberedKey(() => '') },
];
