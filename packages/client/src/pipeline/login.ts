import type { ConnectionOptions } from '../client-options.ts';
import { ContractBreachError } from '../errors/error-classes.ts';
import type { Pipeline } from './pipeline.ts';
import { planMaker } from './plan-maker.ts';
import { refusal } from './refusal.ts';
import { send } from './send.ts';
import { VERSION } from './version.ts';

/**
 * A function that exchanges user name and password for a token, which is in X-Token (CLI-01, CLI-02). It has no effect that could
 * happen twice, so it is repeated like a read; a refusal is not (CLI-05).
 */
export function createLogin(options: ConnectionOptions, pipeline: Pipeline, adminUrl: string): (signal: AbortSignal) => Promise<string> {
  const plan = planMaker(options);
  const body = JSON.stringify({ UserName: options.userName, Password: options.password });
  const url = `${adminUrl}/api/${VERSION}/authenticate`;
  return async (signal) => {
    const login = plan({ operation: 'authenticate', method: 'POST', url, body, key: null, signal });
    const reply = await send(login, pipeline);
    if (reply.status < 200 || reply.status > 299) throw refusal(reply, login);
    const token = reply.headers.get('X-Token');
    if (token) return token;
    const details = { operation: 'authenticate', status: reply.status, attempts: reply.attempts };
    throw new ContractBreachError('contract-breach', 'authenticate: the service answered without a token in X-Token.', details);
  };
}
