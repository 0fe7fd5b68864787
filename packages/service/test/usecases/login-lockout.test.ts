import { request } from 'node:http';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { LOGIN_WAIT_MAX_MS } from '../../src/generated/limits.ts';
import { LOGINS_MAX } from '../../src/usecases/login-admission.ts';
import { type Running, startRunning } from '../harness/running.ts';
import { stores } from '../harness/stores.ts';

const GUESSES = 20;
const PROXY = '127.0.0.3';
/** Another client on the same machine. */
const ELSEWHERE = '127.0.0.2';

interface Tried {
  readonly userName: string;
  readonly password: string;
  readonly apiKey: string;
  readonly from?: string;
  /** What it says of itself, or a proxy of it. */
  readonly forwardedFor?: string;
}

describe.each(stores)('on $name', ({ location }) => {
  let running: Running;
  let otherKey: string;

  beforeEach(async () => {
    running = await startRunning({ database: await location(), trustedProxies: [PROXY] });
    otherKey = await running.service.provisioning.apiKey('another');
  });
  afterEach(() => running.close());

  function logIn({ userName, password, apiKey, from = '127.0.0.1', forwardedFor }: Tried): Promise<number | undefined> {
    const headers = {
      'X-Service-ApiKey': apiKey,
      'Content-Type': 'application/json',
      ...(forwardedFor !== undefined && { 'X-Forwarded-For': forwardedFor }),
    };
    return new Promise((resolve, reject) => {
      request(`${running.url}/api/v3/authenticate`, { method: 'POST', headers, localAddress: from, agent: false })
        .on('error', reject)
        .on('response', (answer) => {
          answer.resume().on('end', () => resolve(answer.statusCode));
        })
        .end(JSON.stringify({ UserName: userName, Password: password }));
    });
  }

  /** Guesses until the wait is as long as it gets. */
  async function guess(tried: Omit<Tried, 'password'>): Promise<void> {
    for (let count = 0; count < GUESSES; count += 1) {
      running.service.clock.advance(LOGIN_WAIT_MAX_MS);
      expect(await logIn({ ...tried, password: `wrong ${count}` })).toBe(401);
    }
    expect(await logIn({ ...tried, password: 'wrong again' })).toBe(429);
  }

  test('AUTH-10: guesses with one API key do not slow the right password with another', async () => {
    const { userName, password } = running.access;
    await guess({ userName, apiKey: otherKey });
    expect(await logIn({ userName, password, apiKey: otherKey, from: ELSEWHERE })).toBe(429);
    expect(await logIn({ userName, password, apiKey: running.access.apiKey, from: ELSEWHERE })).toBe(200);
  });

  test('AUTH-10: guesses with the same API key do not slow who was right from his place before', async () => {
    const { userName, password, apiKey } = running.access;
    expect(await logIn({ userName, password, apiKey })).toBe(200);
    await guess({ userName, apiKey, from: ELSEWHERE });
    expect(await logIn({ userName, password, apiKey })).toBe(200);
    // His place gives nobody free guesses.
    await guess({ userName, apiKey });
    expect(await logIn({ userName, password, apiKey })).toBe(429);
  });

  test('AUTH-10: behind a proxy that is trusted, a place is where it says that the client is, and nobody else is believed', async () => {
    const { userName, password, apiKey } = running.access;
    const own = { userName, password, apiKey, from: PROXY, forwardedFor: '192.0.2.1' };
    expect(await logIn(own)).toBe(200);
    await guess({ userName, apiKey, from: PROXY, forwardedFor: '192.0.2.1, 192.0.2.2' });
    expect(await logIn({ ...own, from: ELSEWHERE })).toBe(429);
    expect(await logIn(own)).toBe(200);
  });

  test('a flood of logins with one API key keeps out neither another key nor who was right before', async () => {
    const { userName, password, apiKey } = running.access;
    await running.service.provisioning.account({ name: 'grace', password: 'a password', companyIds: [1] });
    const thirdKey = await running.service.provisioning.apiKey('a third');
    let over = false;
    // Two keys take all the places that there are for everybody.
    const flood = Promise.all(
      [otherKey, apiKey].flatMap((key) =>
        Array.from({ length: LOGINS_MAX / 2 }, async (_, index) => {
          while (!over)
            await logIn({ userName: `nobody ${key} ${index} ${Math.random()}`, password: 'guess', apiKey: key, from: ELSEWHERE });
        }),
      ),
    );
    try {
      expect(await logIn({ userName: 'grace', password: 'a password', apiKey: thirdKey })).toBe(200);
      expect(await logIn({ userName, password, apiKey })).toBe(200);
    } finally {
      over = true;
      await flood;
    }
  });
});
