import type { RunContext } from '../model/check-context.ts';
import type { Target } from '../model/target.ts';

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
  ];
}

/** The secrets that the configuration names. */
export function configuredSecrets({ service, credentials, companies, otherUser, foreignCompany }: Target): readonly Secret[] {
  const secrets: Secret[] = [
    { value: credentials.password, placeholder: '<PASSWORD>' },
    ...(otherUser ? [{ value: otherUser.password, placeholder: '<PASSWORD of the other user>' }] : []),
    { value: credentials.apiKey, placeholder: '<API_KEY>' },
    ...[...companies, ...(foreignCompany ? [foreignCompany] : [])].map(({ id, licenseKey }) => ({
      value: licenseKey,
      placeholder: `<LICENSE_KEY of company ${id}>`,
    })),
    ...Object.entries(service.headers ?? {}).map(([name, value]) => ({ value, placeholder: `<HEADER ${name}>` })),
    ...passwordIn(service.proxy).map((value) => ({ value, placeholder: '<PASSWORD of the proxy>' })),
  ];
  return secrets.filter(({ value }) => value !== '');
}

function passwordIn(url: string | undefined): readonly string[] {
  const { password } = url === undefined ? { password: '' } : new URL(url);
  return password === '' ? [] : [password, decodeURIComponent(password)];
}
