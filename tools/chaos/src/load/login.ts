import { request } from 'node:http';

/** How long an answer may take, in milliseconds. */
const HANGING_MS = 30_000;

/**
 * Logs in on a connection of its own.
 *
 * @param address of this machine, from which it comes
 * @returns the status; undefined when no answer came
 */
export function logInFrom(
  address: string,
  url: string,
  { userName, password, apiKey }: { readonly userName: string; readonly password: string; readonly apiKey: string },
): Promise<number | undefined> {
  const headers = { 'X-Service-ApiKey': apiKey, 'Content-Type': 'application/json' };
  return new Promise((resolve) => {
    request(`${url}/api/v3/authenticate`, {
      method: 'POST',
      headers,
      localAddress: address,
      agent: false,
      signal: AbortSignal.timeout(HANGING_MS),
    })
      .on('error', () => resolve(undefined))
      .on('response', (answer) => {
        answer.resume().on('close', () => resolve(answer.statusCode));
      })
      .end(JSON.stringify({ UserName: userName, Password: password }));
  });
}
