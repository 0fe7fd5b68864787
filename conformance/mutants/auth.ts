import type { Mutant } from './mutant.ts';
import { bodyOf, headerOf, isSuccess, refusal, withBody, withHeader, without } from './peer/message.ts';
import { companyOf } from './peer/operation-of.ts';

const dayMs = 86_400_000;
const apiKeyHeader = 'X-Service-ApiKey';
const licenseKeyHeader = 'X-Service-LicenseKey';

/** A fault that takes some wrong passwords of a known user for the right one. */
function passwordFilledIn(taken: (password: unknown, right: string, userName: string) => boolean): Mutant['fault'] {
  return ({ target }) => {
    const { userName, password: right } = target.credentials;
    return async (request, forward) => {
      const { UserName, Password } = bodyOf(request);
      const fill = request.operation === 'authenticate' && UserName === userName && taken(Password, right, userName);
      return await forward(fill ? withBody(request, { UserName, Password: right }) : request);
    };
  };
}

/** A fault that reads the token out of an Authorization header that is not written as it should be. */
function tokenFoundIn(malformed: RegExp): Mutant['fault'] {
  return () => async (request, forward) => {
    const token = malformed.exec(headerOf(request, 'Authorization') ?? '')?.[1];
    return await forward(token === undefined ? request : withHeader(request, 'Authorization', `Bearer ${token}`));
  };
}

/** Services that let in whom they should not, or the other way round. */
export const authMutants: readonly Mutant[] = [
  {
    id: 'AUTH-01-token-in-the-body',
    // Without a token nothing can be asked: only what needs none is judged.
    mustBreak: ['AUTH-01'],
    judgedAlone: true,
    fault: () => async (request, forward) => {
      const answer = await forward(request);
      return request.operation === 'authenticate' && isSuccess(answer)
        ? withBody(without(answer, 'X-Token'), { token: headerOf(answer, 'X-Token') })
        : answer;
    },
  },
  {
    id: 'AUTH-01-created-instead-of-ok',
    mustBreak: ['AUTH-01'],
    fault: () => async (request, forward) => {
      const answer = await forward(request);
      return request.operation === 'authenticate' && isSuccess(answer) ? { ...answer, status: 201 } : answer;
    },
  },
  {
    id: 'AUTH-02-password-prefix-is-enough',
    mustBreak: ['AUTH-02'],
    fault:
      ({ target }) =>
      async (request, forward) => {
        const { UserName, Password } = bodyOf(request);
        const right = target.credentials.password;
        const near =
          UserName === target.credentials.userName &&
          typeof Password === 'string' &&
          (Password.startsWith(right) || right.startsWith(Password));
        return await forward(near ? withBody(request, { UserName, Password: right }) : request);
      },
  },
  {
    id: 'AUTH-02-password-left-out-serves',
    mustBreak: ['AUTH-02'],
    fault: passwordFilledIn((password) => password === undefined),
  },
  {
    id: 'AUTH-02-null-for-a-password-serves',
    mustBreak: ['AUTH-02'],
    fault: passwordFilledIn((password) => password === null),
  },
  {
    id: 'AUTH-02-spaces-around-a-password',
    mustBreak: ['AUTH-02'],
    fault: passwordFilledIn((password, right) => typeof password === 'string' && password.trim() === right),
  },
  {
    id: 'AUTH-02-password-like-a-pattern',
    mustBreak: ['AUTH-02'],
    fault: passwordFilledIn((password) => password === '%'),
  },
  {
    id: 'AUTH-02-user-name-for-a-password',
    mustBreak: ['AUTH-02'],
    fault: passwordFilledIn((password, _right, userName) => password === userName),
  },
  {
    id: 'AUTH-02-password-ends-rightly',
    mustBreak: ['AUTH-02'],
    fault: passwordFilledIn((password, right) => typeof password === 'string' && password.endsWith(right)),
  },
  {
    id: 'AUTH-02-unknown-user-is-forbidden',
    // Who is not known is not slowed either.
    mustBreak: ['AUTH-02', 'AUTH-10'],
    fault:
      ({ target }) =>
      async (request, forward) => {
        const unknown = request.operation === 'authenticate' && bodyOf(request).UserName !== target.credentials.userName;
        return unknown ? refusal(403) : await forward(request);
      },
  },
  {
    id: 'AUTH-02-refusal-with-a-token',
    mustBreak: ['AUTH-02'],
    fault: () => async (request, forward) => {
      const answer = await forward(request);
      return request.operation === 'authenticate' && answer.status === 401 ? withHeader(answer, 'X-Token', 'guest') : answer;
    },
  },
  {
    id: 'AUTH-03-token-not-for-webhook-list',
    // Not after a day either.
    mustBreak: ['AUTH-03', 'AUTH-06', 'IDEM-09'],
    fault: () => async (request, forward) => (request.operation === 'listWebhook' ? refusal(401) : await forward(request)),
  },
  {
    id: 'AUTH-03-token-spent-after-two-reads-of-one-articolo',
    mustBreak: ['AUTH-03'],
    // Others read an articolo too, with the same token.
    mayBreak: ['COMP-05', 'HDR-01', 'HDR-02', 'HDR-03', 'HDR-04', 'HDR-05', 'HDR-06'],
    fault: () => {
      const uses = new Map<string, number>();
      return async (request, forward) => {
        if (request.operation !== 'getArticolo') return await forward(request);
        const use = `${headerOf(request, 'Authorization')} ${request.path}`;
        uses.set(use, (uses.get(use) ?? 0) + 1);
        return (uses.get(use) ?? 0) > 2 ? refusal(401) : await forward(request);
      };
    },
  },
  {
    id: 'AUTH-04-item-without-token',
    mustBreak: ['AUTH-04'],
    fault: () => {
      let token = '';
      return async (request, forward) => {
        const sent = headerOf(request, 'Authorization');
        if (request.operation === 'getArticolo' && sent === undefined) return await forward(withHeader(request, 'Authorization', token));
        const answer = await forward(request);
        if (isSuccess(answer) && sent !== undefined) token = sent;
        return answer;
      };
    },
  },
  {
    id: 'AUTH-04-unknown-token-is-forbidden',
    // An expired token is unknown too.
    mustBreak: ['AUTH-04', 'AUTH-05'],
    fault: () => async (request, forward) => {
      const answer = await forward(request);
      return answer.status === 401 && headerOf(request, 'Authorization')?.startsWith('Bearer ') ? { ...answer, status: 403 } : answer;
    },
  },
  {
    id: 'AUTH-04-half-a-token-serves',
    mustBreak: ['AUTH-04'],
    fault: () => {
      const known = new Set<string>();
      return async (request, forward) => {
        const sent = headerOf(request, 'Authorization') ?? '';
        const whole = [...known].find((token) => sent.length > 20 && token.startsWith(sent));
        const answer = await forward(whole === undefined ? request : withHeader(request, 'Authorization', whole));
        if (isSuccess(answer) && whole === undefined && sent !== '') known.add(sent);
        return answer;
      };
    },
  },
  { id: 'AUTH-04-token-without-its-scheme', mustBreak: ['AUTH-04'], fault: tokenFoundIn(/^([^ ]+)$/) },
  { id: 'AUTH-04-scheme-without-a-space', mustBreak: ['AUTH-04'], fault: tokenFoundIn(/^Bearer([^ ]+)$/) },
  { id: 'AUTH-04-first-word-after-the-scheme', mustBreak: ['AUTH-04'], fault: tokenFoundIn(/^Bearer ([^ ]+) /) },
  {
    id: 'AUTH-05-expired-token-serves',
    mustBreak: ['AUTH-05'],
    fault:
      ({ target, aheadMs }) =>
      async (request, forward) => {
        const answer = await forward(request);
        if (answer.status !== 401 || aheadMs() < 30 * dayMs || headerOf(request, 'Authorization') === undefined) return answer;
        const login = {
          method: 'POST',
          path: '/api/v3/authenticate',
          headers: [
            [apiKeyHeader, target.credentials.apiKey],
            ['Content-Type', 'application/json'],
          ] as const,
        };
        const fresh = await forward({
          ...login,
          body: JSON.stringify({ UserName: target.credentials.userName, Password: target.credentials.password }),
        });
        return await forward(withHeader(request, 'Authorization', `Bearer ${headerOf(fresh, 'X-Token')}`));
      },
  },
  {
    id: 'AUTH-06-token-for-one-day',
    mustBreak: ['AUTH-06'],
    fault: ({ aheadMs }) => {
      const issued = new Map<string, number>();
      return async (request, forward) => {
        const token = headerOf(request, 'Authorization');
        if (token !== undefined && aheadMs() - (issued.get(token) ?? aheadMs()) > dayMs) return refusal(401);
        const answer = await forward(request);
        const given = headerOf(answer, 'X-Token');
        if (given !== undefined) issued.set(`Bearer ${given}`, aheadMs());
        return answer;
      };
    },
  },
  {
    id: 'AUTH-07-license-key-at-the-door',
    mustBreak: ['AUTH-07'],
    fault: () => async (request, forward) =>
      request.operation === 'authenticate' && headerOf(request, licenseKeyHeader) === undefined ? refusal(403) : await forward(request),
  },
  {
    id: 'AUTH-08-no-api-key-at-the-door',
    mustBreak: ['AUTH-08'],
    fault:
      ({ target }) =>
      async (request, forward) => {
        const open = request.operation === 'authenticate' && headerOf(request, apiKeyHeader) === undefined;
        return await forward(open ? withHeader(request, apiKeyHeader, target.credentials.apiKey) : request);
      },
  },
  {
    id: 'AUTH-08-empty-api-key-at-the-door',
    mustBreak: ['AUTH-08'],
    fault:
      ({ target }) =>
      async (request, forward) => {
        const empty = request.operation === 'authenticate' && headerOf(request, apiKeyHeader) === '';
        return await forward(empty ? withHeader(request, apiKeyHeader, target.credentials.apiKey) : request);
      },
  },
  {
    id: 'AUTH-08-token-beside-the-refusal',
    mustBreak: ['AUTH-08'],
    fault: () => async (request, forward) => {
      const answer = await forward(request);
      return request.operation === 'authenticate' && answer.status === 403 ? withHeader(answer, 'X-Token', 'early') : answer;
    },
  },
  {
    id: 'AUTH-09-token-stays-with-its-first-company',
    mustBreak: ['AUTH-09', 'COMP-02', 'COMP-04', 'COMP-07'],
    fault: () => {
      const homes = new Map<string, string>();
      return async (request, forward) => {
        const [token, company] = [headerOf(request, 'Authorization'), companyOf(request.path)];
        if (request.operation !== 'listArticolo' || token === undefined || company === undefined) return await forward(request);
        if (!homes.has(token)) homes.set(token, company);
        return homes.get(token) === company ? await forward(request) : refusal(400);
      };
    },
  },
  {
    id: 'AUTH-10-no-challenge',
    mustBreak: ['AUTH-10'],
    fault: () => async (request, forward) => without(await forward(request), 'WWW-Authenticate'),
  },
  {
    id: 'AUTH-10-slowed-without-a-time',
    mustBreak: ['AUTH-10'],
    fault: () => async (request, forward) => {
      const answer = await forward(request);
      return answer.status === 429 ? without(answer, 'Retry-After') : answer;
    },
  },
];
