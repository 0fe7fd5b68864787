import { headerNames } from '../../api/header-names.ts';
import { withHeader, withoutHeader } from '../../http/call.ts';
import type { CheckContext } from '../../model/check-context.ts';
import { operationCases } from '../operations/operation-case.ts';
import { mistakenKeys, otherMistakes, wrongSecret } from '../values/wrong-secret.ts';
import { judgeElsewhere } from './elsewhere.ts';
import { judgeNothingWritten } from './nothing-written.ts';
import { preparedOperations, scopedOperations } from './prepared-operation.ts';
import { type Alteration, judgeRefusals } from './refusal.ts';

/** What a request shows beside its token. */
type Key = 'API key' | 'license key';

export const noToken: Alteration = {
  what: 'no token',
  apply: (call) => withoutHeader(call, 'Authorization'),
  isShared: true,
};

export function missing(context: CheckContext, key: Key): Alteration {
  return { what: `no ${key}`, apply: (call) => withoutHeader(call, headerOf(context, key)), isShared: true };
}

export function invalid(context: CheckContext, key: Key, value: string): Alteration {
  return { what: `an invalid ${key}`, apply: (call) => withHeader(call, headerOf(context, key), value) };
}

function headerOf({ target }: CheckContext, key: Key): string {
  const { apiKey, licenseKey } = headerNames(target.service.headerWord);
  return key === 'API key' ? apiKey : licenseKey;
}

/** Judges that a request without the key is answered 403 at each operation, in each company, and that it writes nothing. */
export async function judgeMissing(context: CheckContext, key: Key): Promise<void> {
  const refusal = { status: 403, alterations: [missing(context, key)] };
  await judgeRefusals(context, preparedOperations(context, context.target.companies[0]), refusal);
  await judgeElsewhere(context, refusal, ['other companies', 'later pages', 'replays', 'heads']);
  await judgeNoContact(context, missing(context, key));
}

/** Judges the same of a request with an invalid key. */
export async function judgeInvalid(context: CheckContext, key: Key): Promise<void> {
  const { companies, credentials } = context.target;
  const [first, ...others] = companies;
  const [right, other] = key === 'API key' ? [credentials.apiKey, first.licenseKey] : [first.licenseKey, credentials.apiKey];
  const wrong = (value: string): Alteration => invalid(context, key, value);
  const alterations = mistakenKeys(right, [other]).map(wrong);
  const near = { inTurn: otherMistakes(right).map(wrong), drawn: wrongSecret(right).map(wrong) };
  await judgeRefusals(context, preparedOperations(context, first), { status: 403, alterations, near });
  const unknown = { status: 403, alterations: [wrong(context.freshKey())] };
  await judgeElsewhere(context, unknown, key === 'API key' ? ['later pages', 'other companies'] : ['later pages']);
  // Each company has its own license key.
  if (key === 'license key') for (const company of others) await judgeRefusals(context, scopedOperations(context, company), unknown);
  await judgeNoContact(context, wrong('wrong'));
}

/** A service may check after it has written. HDR-05 judges this at every operation. */
async function judgeNoContact(context: CheckContext, alteration: Alteration): Promise<void> {
  for (const company of context.target.companies)
    await judgeNothingWritten(
      context,
      operationCases(context, company).filter(({ operation }) => operation === 'createAnagrafica'),
      alteration,
    );
}

export function bareToken(token: string): Alteration {
  return { ...authorization('a token without its scheme', token), isShared: true };
}

/** A point stands inside many tokens. */
export function tokenAndMore(token: string): Alteration {
  return { ...authorization('a token that goes on after a point', `Bearer ${token}.x1y2`), isShared: true };
}

export function authorization(what: string, value: string): Alteration {
  return { what, apply: (call) => withHeader(call, 'Authorization', value) };
}
