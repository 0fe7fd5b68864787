import { ClientError } from '../client-error.ts';
import type { ClientOptions } from '../client-options.ts';
import type { AdminClient } from '../path-client.ts';

/**
 * Exchanges user name and password for a token, which stands in X-Token (CLI-01, CLI-02).
 *
 * @throws {ClientError} `authentication-failed`
 */
export async function login(admin: AdminClient, { userName, password }: ClientOptions): Promise<string> {
  const { response } = await admin.POST('/api/{version}/authenticate', {
    body: { UserName: userName, Password: password },
    parseAs: 'text',
  });
  const token = response.headers.get('X-Token');
  if (response.ok && token) return token;
  throw new ClientError('authentication-failed', explain(response.status), { status: response.status });
}

function explain(status: number): string {
  if (status === 401) return 'The service refused the user name or the password.';
  if (status === 403) return 'The service refused the API key.';
  if (status < 300) return 'The service answered a login without a token in X-Token.';
  return `The service answered a login with status ${status}.`;
}
