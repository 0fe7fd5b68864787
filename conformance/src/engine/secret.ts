import type { RunContext } from '../model/check-context.ts';
import { companiesOf, type Target } from '../model/target.ts';

/** A secret and its placeholder in reports. */
export interface Secret {
  readonly value: string;
  readonly placeholder: string;
}

/** The secrets that no report may show. */
export function secretsOf({ target, session, webhooks }: Pick<RunContext, 'target' | 'session' | 'webhooks'>): readonly Secret[] {
  return [
    ...configuredSecrets(target),
    ...[...session.tokens].map((value) => ({ value, placeholder: '<ACCESS_TOKEN>' })),
    ...webhooks.all.map(({ secret }) => ({ value: secret, placeholder: '<SIGNING_SECRET>' })),
  ].filter(isNotEmpty);
}

/** The secrets that the configuration names. */
export function configuredSecrets(target: Target): readonly Secret[] {
  const { service, credentials, otherUser } = target;
  return [
    { value: credentials.password, placeholder: '<PASSWORD>' },
    ...(otherUser ? [{ value: otherUser.password, placeholder: '<PASSWORD of the other user>' }] : []),
    { value: credentials.apiKey, placeholder: '<API_KEY>' },
    ...companiesOf(target).map(({ id, licenseKey }) => ({
      value: licenseKey,
      placeholder: `<LICENSE_KEY of company ${id}>`,
    })),
    ...Object.entries(service.headers ?? {}).map(([name, value]) => ({ value, placeholder: `<HEADER ${name}>` })),
    ...passwordIn(service.proxy).map((value) => ({ value, placeholder: '<PASSWORD of the proxy>' })),
  ].filter(isNotEmpty);
}

/** A target may issue an empty text, which is everywhere. */
function isNotEmpty({ value }: Secret): boolean {
  return value !== '';
}

function passwordIn(url: string | undefined): readonly string[] {
  const { password } = url === undefined ? { password: '' } : new URL(url);
  return password === '' ? [] : [password, decodeURIComponent(password)];
}
