import { text } from '#runtime';
import { answered } from '../options/credential.ts';
import { headerValue } from '../options/header-value.ts';
import type { Settings } from '../settings.ts';
import { apiKeyHeaderOf } from './identity-headers.ts';
import type { RequestPlan } from './request-plan.ts';

/** Completes a request with what functions of the user answer. */
type Complete = (plan: RequestPlan) => Promise<RequestPlan>;

/** The API key and the password that come from functions. Each call and each login asks anew, so that one that was rotated is taken up. */
export interface Credentials {
  readonly call: Complete;
  readonly login: Complete;
}

/** Undefined where both are texts: no call waits then, and its plan is complete. */
export function createCredentials(settings: Settings): Credentials | undefined {
  const { apiKey, password } = settings;
  if (typeof apiKey === 'string' && typeof password === 'string') return undefined;
  const header = apiKeyHeaderOf(settings);
  // Answers to later calls must not show it either.
  let latest = '';
  const call: Complete = async (plan) => {
    const key = await answered('apiKey()', apiKey, headerValue);
    return { ...plan, headers: { ...plan.headers, [header]: key }, secrets: [...plan.secrets, key, latest] };
  };
  return {
    call,
    async login(plan) {
      latest = await answered('password()', password, text);
      return { ...(await call(plan)), body: loginBody(settings, latest) };
    },
  };
}

/** What the login exchanges for a token (CLI-01). */
export function loginBody({ userName }: Settings, password: string): string {
  return JSON.stringify({ UserName: userName, Password: password });
}
