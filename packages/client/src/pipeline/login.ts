import { VERSION } from '../generated/api-version.ts';
import type { Settings } from '../settings.ts';
import { contractBreach } from './answer-body.ts';
import { loginBody } from './credentials.ts';
import type { Pipeline } from './pipeline.ts';
import { planMaker } from './plan-maker.ts';
import { refusal } from './refusal.ts';
import { send } from './send.ts';

/**
 * A function that exchanges user name and password for a token, which is in X-Token (CLI-01, CLI-02). It has no effect that could
 * happen twice, so it is repeated like a read; a refusal is not (CLI-05).
 */
export function createLogin(settings: Settings, pipeline: Pipeline, adminUrl: string): (signal: AbortSignal) => Promise<string> {
  const plan = planMaker(settings);
  const { password } = settings;
  // One that a function answers is filled in when it is sent.
  const body = loginBody(settings, typeof password === 'string' ? password : '');
  const url = `${adminUrl}/api/${VERSION}/authenticate`;
  return async (signal) => {
    const login = plan({ operation: 'authenticate', method: 'POST', url, body, key: null, signal });
    const reply = await send(login, pipeline);
    if (reply.status < 200 || reply.status > 299) throw refusal(reply, login);
    const token = reply.headers.get('X-Token');
    if (token) return token;
    throw contractBreach(reply, login, 'a token in X-Token was expected');
  };
}
