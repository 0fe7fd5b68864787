import { InputError } from '#command-line';
import { printable } from '#runtime';
import { apiKeyHeader, applicationIdHeader, licenseKeyHeader } from '../generated/header-names.ts';
import { paths } from '../generated/paths.ts';
import { LINE_CHARACTERS_MAX } from './options.ts';
import type { ServiceAccess } from './service-access.ts';
import { causeOf } from './unanswered.ts';

/** A success of the service. */
export interface ServiceAnswer {
  readonly status: number;
  /** Its body; empty where it has none. */
  readonly body: Readonly<Record<string, unknown>>;
}

/** Calls a service as one user. */
export interface ServiceCalls {
  /** @throws {InputError} when no answer comes, or one that is no success */
  call(method: 'POST' | 'PUT' | 'DELETE', path: string, body?: object): Promise<ServiceAnswer>;
}

const ANSWER_WITHIN_MS = 10_000;

/** Logs in. @throws {InputError} when the service does not answer, or refuses */
export async function logIn(access: ServiceAccess): Promise<ServiceCalls> {
  const word = access.headerWord;
  const keys = {
    'Content-Type': 'application/json',
    [apiKeyHeader(word)]: access.apiKey,
    [applicationIdHeader(word)]: 'business-cloud-events',
  };
  const credentials = { UserName: access.userName, Password: access.password };
  const login = await answerTo(access.adminUrl, 'POST', paths.authenticate(), keys, credentials);
  const token = login.headers.get('X-Token');
  if (token === null) throw new InputError(`The login at ${access.adminUrl} was answered without X-Token. Is it a Business Cloud service?`);
  const headers = { ...keys, [licenseKeyHeader(word)]: access.licenseKey, Authorization: `Bearer ${token}` };
  return {
    async call(method, path, body) {
      const answer = await answerTo(access.customerUrl, method, path, headers, body);
      const text = await answer.text();
      return { status: answer.status, body: text.startsWith('{') ? JSON.parse(text) : {} };
    },
  };
}

async function answerTo(base: string, method: string, path: string, headers: Record<string, string>, body?: object): Promise<Response> {
  const url = base + path;
  let answer: Response;
  try {
    answer = await fetch(url, {
      method,
      headers,
      body: body === undefined ? null : JSON.stringify(body),
      redirect: 'manual',
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    });
  } catch (error) {
    throw new InputError(`No answer came from ${url} (${causeOf(error)}). Check that the service is running there.`);
  }
  if (answer.ok) return answer;
  const reason = printable((await answer.text()).replaceAll(/\s+/g, ' '), LINE_CHARACTERS_MAX);
  throw new InputError(`${method} ${url} was answered ${answer.status}: ${reason}`);
}
