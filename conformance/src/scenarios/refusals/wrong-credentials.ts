import { headerNames } from '../../api/header-names.ts';
import { withHeader, withoutHeader } from '../../http/call.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Alteration } from './refusal.ts';

export const noToken: Alteration = {
  what: 'no token',
  apply: (call) => withoutHeader(call, 'Authorization'),
  isShared: true,
};

export function noApiKey({ target }: CheckContext): Alteration {
  const { apiKey } = headerNames(target.service.headerWord);
  return { what: 'no API key', apply: (call) => withoutHeader(call, apiKey), isShared: true };
}

export function noLicenseKey({ target }: CheckContext): Alteration {
  const { licenseKey } = headerNames(target.service.headerWord);
  return { what: 'no license key', apply: (call) => withoutHeader(call, licenseKey), isShared: true };
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
