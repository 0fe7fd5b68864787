import { type OptionKind, record } from '#runtime';
import { headerValue } from './header-value.ts';

/**
 * The license keys of the user's companies: by the identifier of the company, or a function that looks one up. The function is asked at each
 * call, and without an identifier for calls of the configuration, where the key of any company serves (HDR-10).
 */
export type Licenses = Readonly<Record<number, string>> | ((companyId: number | undefined) => string | Promise<string>);

export const licensesKind: OptionKind = {
  expected: 'a function, or an object of license keys by the identifiers of their companies',
  accepts: (value) =>
    typeof value === 'function' ||
    (record().accepts(value) && Object.entries(Object(value)).every(([id, key]) => /^\d+$/.test(id) && headerValue.accepts(key))),
};
